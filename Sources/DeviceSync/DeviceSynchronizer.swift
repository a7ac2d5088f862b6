public import ColumnModel
public import ColumnStore
public import HTTPKit

/// Brings the library and a server in step.
///
/// Each step is one transaction here or one request there, and can be repeated: what was cut is gone
/// on with by the next run.
public struct DeviceSynchronizer: Sendable {
    private let store: Store
    private let account: DeviceAccount
    private let server: any DeviceServer
    private let options: DeviceSyncOptions
    private let isPrivate: @Sendable (Column) -> Bool
    private let feedAddress: @Sendable (String) async -> String?

    /// How many actions go in one request.
    private static let batch = 200
    /// A time further ahead than this cannot be.
    private static let patience: Int64 = 86_400

    /// Makes one.
    ///
    /// - Parameters:
    ///   - isPrivate: whether a column is kept from the server.
    ///   - feedAddress: an address of the server as the library keeps it, without a login; nil for
    ///     what is no address of a feed.
    public init(
        store: Store, account: DeviceAccount, login: DeviceLogin, client: HTTPClient,
        options: DeviceSyncOptions, isPrivate: @escaping @Sendable (Column) -> Bool,
        feedAddress: @escaping @Sendable (String) async -> String?
    ) {
        self.store = store
        self.account = account
        self.options = options
        self.isPrivate = isPrivate
        self.feedAddress = feedAddress
        let requester = DeviceRequester(
            client: client, base: account.url, login: login, timeout: options.timeout)
        server =
            switch account.kind {
            case .gpodder: GpodderServer(requester: requester, device: account.device)
            case .nextcloud: NextcloudServer(requester: requester)
            }
    }

    /// Makes this library known to the server; fails where the login is refused.
    public func register(caption: String) async throws(DeviceSyncError) {
        try await server.register(caption: caption)
    }

    /// Brings both in step, once.
    public func sync() async throws(DeviceSyncError) -> DeviceSyncReport {
        var report = DeviceSyncReport()
        let columns = try await ask { (store) throws(StoreError) in try await store.columns() }
        let hidden = columns.filter(isPrivate)
        report.privateCount = hidden.count
        let excluded = Set(hidden.map(\.id))
        // First, so that what comes is compared with what was done here.
        let restores = options.restoresServer
        _ = try await ask { (store) throws(StoreError) in
            try await store.collectDeviceActions(excluding: excluded, all: restores)
        }
        try await syncSubscriptions(columns, excluded, &report)
        try await receiveActions(excluded, &report)
        try await sendActions(&report)
        try await ask { (store) throws(StoreError) in try await store.finishDeviceSync() }
        return report
    }

    /// Looks again at what waits for its episodes, after feeds were fetched.
    public func applyWaiting() async throws(DeviceSyncError) -> DeviceActionOutcome {
        let columns = try await ask { (store) throws(StoreError) in try await store.columns() }
        let excluded = Set(columns.filter(isPrivate).map(\.id))
        return try await ask { (store) throws(StoreError) in
            try await store.applyDeviceActions([], since: nil, excluding: excluded)
        }
    }
}

// MARK: - Subscriptions

extension DeviceSynchronizer {
    private func syncSubscriptions(
        _ columns: [Column], _ excluded: Set<ColumnID>, _ report: inout DeviceSyncReport
    ) async throws(DeviceSyncError) {
        let remote = try await server.subscriptions(since: 0)
        var facts = SubscriptionPlan.Facts()
        facts.remote = remote.urls
        facts.subscribed = Set(columns.map(\.id))
        facts.local = columns.filter { !excluded.contains($0.id) }.map { ($0.id, $0.url) }
        facts.restoresServer = options.restoresServer
        facts.agreed = try await ask { (store) throws(StoreError) in
            try await store.deviceSubscriptions()
        }
        facts.resubscribed = try await ask { (store) throws(StoreError) in
            try await store.columnsSubscribedSinceDeviceSync()
        }
        // A list says what is there, and not why something is not: a server that lost its data looks
        // like one from which all was removed. So it is asked what was removed.
        if !Set(facts.agreed.map(\.url)).isSubset(of: facts.remote) {
            let changes = try await server.subscriptions(
                since: max(0, account.subscriptionsSince - 1))
            facts.removed = Set(remote.removed + changes.removed)
        }
        let plan = SubscriptionPlan(facts)
        try await changeHere(plan, facts.agreed.count, &report)
        try await changeThere(plan, facts.agreed.count, &report)
        guard report.heldHere.isEmpty, report.lostThere.isEmpty else { return }
        try await ask { (store) throws(StoreError) in
            try await store.noteDeviceSubscriptions(upTo: remote.timestamp)
        }
    }

    private func changeHere(
        _ plan: SubscriptionPlan, _ count: Int, _ report: inout DeviceSyncReport
    ) async throws(DeviceSyncError) {
        var feeds: [(serverURL: String, url: String)] = []
        for url in plan.addHere {
            if let address = await feedAddress(url) {
                feeds.append((url, address))
            } else {
                report.refusedHere.append(url)
            }
        }
        let (wanted, agreed, gone) = (feeds, plan.agree, plan.forget)
        report.addedHere = try await ask { (store) throws(StoreError) in
            try await store.agreeOnDeviceSubscriptions(agreed, without: gone)
            return wanted.isEmpty ? [] : try await store.addDeviceColumns(wanted)
        }
        var removals = plan.removeHere
        if options.holds(removals.count, of: count) {
            report.heldHere = removals
            removals = []
        }
        if options.allowsRemovals {
            removals += plan.lostThere
        } else {
            report.lostThere = plan.lostThere
        }
        guard !removals.isEmpty else { return }
        let done = removals
        try await ask { (store) throws(StoreError) in
            try await store.removeDeviceColumns(done)
        }
        report.removedHere = removals
    }

    private func changeThere(
        _ plan: SubscriptionPlan, _ count: Int, _ report: inout DeviceSyncReport
    ) async throws(DeviceSyncError) {
        var removals = plan.removeThere.map(\.url)
        if options.holds(removals.count, of: count) {
            report.heldThere = removals
            removals = []
        }
        guard !plan.addThere.isEmpty || !removals.isEmpty else { return }
        report.addedThere = plan.addThere.map(\.url)
        report.removedThere = removals
        guard !options.isPlan else { return }
        let rewrites = try await server.change(add: plan.addThere.map(\.url), remove: removals)
        var kept = Dictionary(rewrites.map { ($0.sent, $0.kept) }) { _, last in last }
        var agreed: [DeviceSubscription] = []
        for (column, url) in plan.addThere {
            let there = kept.removeValue(forKey: url) ?? url
            if there.isEmpty {
                report.refusedThere.append(url)
            } else {
                agreed.append(DeviceSubscription(url: there, column: column))
            }
        }
        let (new, gone) = (agreed, removals)
        try await ask { (store) throws(StoreError) in
            try await store.agreeOnDeviceSubscriptions(new, without: gone)
        }
    }
}

// MARK: - Episode actions

extension DeviceSynchronizer {
    private func receiveActions(_ excluded: Set<ColumnID>, _ report: inout DeviceSyncReport)
        async throws(DeviceSyncError)
    {
        var since = account.actionsSince
        // A second is asked for again: what came to the server within it after it answered would
        // else be missed.
        var answer = try await server.actions(since: max(0, since - 1))
        if answer.timestamp < since {
            // Its clock was set back, or all began anew: what it says it has since is nothing.
            since = 0
            answer = try await server.actions(since: 0)
        }
        let now = store.currentTime
        let ahead = Timestamp(secondsSince1970: answer.timestamp) - now
        if ahead > .seconds(3_600) || ahead < .seconds(-3_600) { report.clockDifference = ahead }
        let limit = max(now.secondsSince1970, answer.timestamp) + Self.patience
        var (dated, misdated): ([DeviceAction], [DeviceAction]) = ([], [])
        for var action in answer.actions {
            if action.at.secondsSince1970 <= limit {
                dated.append(action)
            } else {
                // It came to the server after it was last asked; of one that may have lain there
                // for ever nothing is known, so it counts where nothing else is.
                action.at =
                    since == 0
                    ? Timestamp(secondsSince1970: 1) : min(account.synced ?? now, now)
                misdated.append(action)
            }
        }
        let (good, mended, time) = (dated, misdated, answer.timestamp)
        report.actions = try await ask { (store) throws(StoreError) in
            try await store.applyDeviceActions(
                good, misdated: mended, since: time, excluding: excluded)
        }
    }

    private func sendActions(_ report: inout DeviceSyncReport) async throws(DeviceSyncError) {
        if options.isPlan {
            report.sentCount = try await ask { (store) throws(StoreError) in
                try await store.deviceOutbox(limit: .max).count
            }
            return
        }
        while true {
            let waiting = try await ask { (store) throws(StoreError) in
                try await store.deviceOutbox(limit: Self.batch)
            }
            guard !waiting.isEmpty else { return }
            _ = try await server.send(waiting.map(\.action))
            try await ask { (store) throws(StoreError) in
                try await store.removeFromDeviceOutbox(waiting)
            }
            report.sentCount += waiting.count
        }
    }

    private func ask<Value: Sendable>(
        _ body: @Sendable (Store) async throws(StoreError) -> Value
    ) async throws(DeviceSyncError) -> Value {
        do throws(StoreError) {
            return try await body(store)
        } catch {
            throw .store(error)
        }
    }
}
