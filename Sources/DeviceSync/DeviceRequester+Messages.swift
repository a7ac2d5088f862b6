import ColumnStore
import JSONKit

// What both kinds of servers say in the same form.

extension DeviceRequester {
    func subscriptions(_ path: String) async throws(DeviceSyncError) -> RemoteSubscriptions {
        let answer = JSONTree(try await get(path))
        guard let added = answer?["add"]?.elements, let timestamp = answer?.time else {
            throw .notUnderstood(url: url(path))
        }
        return RemoteSubscriptions(
            urls: added.compactMap(\.string),
            removed: (answer?["remove"]?.elements ?? []).compactMap(\.string),
            timestamp: timestamp)
    }

    func change(_ path: String, add: [String], remove: [String])
        async throws(DeviceSyncError) -> [AddressRewrite]
    {
        var json = JSONWriter()
        json.object { json in
            for (key, urls) in [("add", add), ("remove", remove)] {
                json.key(key)
                json.array { json in for url in urls { json.string(url) } }
            }
        }
        return try rewrites(in: try await post(path, json.utf8), path)
    }

    func actions(_ path: String) async throws(DeviceSyncError) -> RemoteActions {
        guard let actions = RemoteActions(json: try await get(path)) else {
            throw .notUnderstood(url: url(path))
        }
        return actions
    }

    func send(_ path: String, _ actions: [DeviceAction], device: String?)
        async throws(DeviceSyncError) -> [AddressRewrite]
    {
        var json = JSONWriter()
        json.array { json in
            for action in actions { action.write(to: &json, device: device) }
        }
        return try rewrites(in: try await post(path, json.utf8), path)
    }

    private func rewrites(in answer: [UInt8], _ path: String) throws(DeviceSyncError)
        -> [AddressRewrite]
    {
        guard let tree = JSONTree(answer), case .object = tree else {
            throw .notUnderstood(url: url(path))
        }
        return (tree["update_urls"]?.elements ?? []).compactMap { pair in
            guard let pair = pair.elements, pair.count == 2, let sent = pair[0].string,
                let kept = pair[1].string
            else { return nil }
            return AddressRewrite(sent: sent, kept: kept)
        }
    }
}

extension JSONTree {
    /// The server's time in an answer; some servers have it with a fraction.
    fileprivate var time: Int64? {
        self["timestamp"]?.double.flatMap { Int64(exactly: $0.rounded(.down)) }
    }
}
