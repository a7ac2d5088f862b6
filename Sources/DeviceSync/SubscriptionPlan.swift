import ColumnModel
import ColumnStore

/// What is to be done about subscriptions, from what was agreed, what is here and what is there.
///
/// Nothing but these three counts, so a run that was cut is gone on with by planning again.
struct SubscriptionPlan: Sendable, Equatable {
    /// What a plan rests on.
    struct Facts: Sendable {
        /// On which subscriptions library and server last agreed.
        var agreed: [DeviceSubscription] = []
        /// The columns here of which the server may know, with their feeds' addresses.
        var local: [(column: ColumnID, url: String)] = []
        /// All columns to which the user is subscribed, also those that are kept from the server.
        var subscribed: Set<ColumnID> = []
        /// What the server has.
        var remote: [String] = []
        /// What was removed there since the last sync, by the server's own word.
        var removed: Set<String> = []
        /// Columns to which the user subscribed again since the last sync.
        var resubscribed: Set<ColumnID> = []
        /// Whether a subscription that the server lost is put there again, and not removed here.
        var restoresServer = false
    }

    /// Addresses that the server has and the library has not.
    private(set) var addHere: [String] = []
    /// What was removed on another device.
    private(set) var removeHere: [DeviceSubscription] = []
    /// What the server has no more, though nobody removed it: it has lost it.
    private(set) var lostThere: [DeviceSubscription] = []
    /// Columns of which the server does not know.
    private(set) var addThere: [(column: ColumnID, url: String)] = []
    /// What was removed here.
    private(set) var removeThere: [DeviceSubscription] = []
    /// On what both agree already, without knowing it.
    private(set) var agree: [DeviceSubscription] = []
    /// Addresses that neither has any more.
    private(set) var forget: [String] = []
    init(_ facts: Facts) {
        let remote = Set(facts.remote)
        let agreedURLs = Set(facts.agreed.map(\.url))
        // Of addresses that differ only in what does not matter, the server's own writing counts.
        var unknownThere: [String: String] = [:]
        for url in facts.remote where !agreedURLs.contains(url) {
            unknownThere[Self.key(of: url)] = unknownThere[Self.key(of: url)] ?? url
        }
        var settled: Set<ColumnID> = []
        for (column, url) in facts.local {
            guard let there = unknownThere.removeValue(forKey: Self.key(of: url)) else { continue }
            settled.insert(column)
            agree.append(DeviceSubscription(url: there, column: column))
        }
        for one in facts.agreed {
            switch (facts.subscribed.contains(one.column), remote.contains(one.url)) {
            case (true, true): settled.insert(one.column)
            case (false, false): forget.append(one.url)
            case (false, true):
                // With all that the server has of it: another writing would bring it back.
                let key = Self.key(of: one.url)
                unknownThere[key] = nil
                for url in facts.remote where Self.key(of: url) == key {
                    removeThere.append(DeviceSubscription(url: url, column: one.column))
                }
            case (true, false):
                if settled.contains(one.column) { continue }
                if facts.resubscribed.contains(one.column) { continue }
                if facts.removed.contains(one.url) {
                    removeHere.append(one)
                } else if facts.restoresServer {
                    continue
                } else {
                    lostThere.append(one)
                }
                settled.insert(one.column)
            }
        }
        // A column that took over the address of one that was removed keeps it there.
        let localKeys = Set(facts.local.map { Self.key(of: $0.url) })
        let kept = removeThere.filter { localKeys.contains(Self.key(of: $0.url)) }
        removeThere.removeAll { localKeys.contains(Self.key(of: $0.url)) }
        for one in kept {
            for (column, url) in facts.local where Self.key(of: url) == Self.key(of: one.url) {
                settled.insert(column)
                agree.append(DeviceSubscription(url: one.url, column: column))
            }
        }
        addThere = facts.local.filter { !settled.contains($0.column) }
        addHere = facts.remote.filter { unknownThere[Self.key(of: $0)] == $0 }
    }

    static func == (left: SubscriptionPlan, right: SubscriptionPlan) -> Bool {
        left.addHere == right.addHere && left.removeHere == right.removeHere
            && left.addThere.elementsEqual(right.addThere, by: ==)
            && left.removeThere == right.removeThere && left.agree == right.agree
            && left.forget == right.forget && left.lostThere == right.lostThere
    }

    /// An address without what servers and publishers change.
    private static func key(of address: String) -> String { FeedKey.text(address) }
}
