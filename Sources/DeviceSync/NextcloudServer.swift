import ColumnStore

/// The app GPodder Sync of a Nextcloud (https://github.com/thrillfall/nextcloud-gpodder): one list
/// for all devices, which it does not tell apart, and the last action of an episode.
struct NextcloudServer: DeviceServer {
    private static let path = "/index.php/apps/gpoddersync"

    let requester: DeviceRequester

    func register(caption: String) async throws(DeviceSyncError) {
        _ = try await subscriptions(since: 0)
    }

    func subscriptions(since: Int64) async throws(DeviceSyncError) -> RemoteSubscriptions {
        try await requester.subscriptions("\(Self.path)/subscriptions?since=\(since)")
    }

    func change(add: [String], remove: [String]) async throws(DeviceSyncError) -> [AddressRewrite] {
        try await requester.change(
            "\(Self.path)/subscription_change/create", add: add, remove: remove)
    }

    func actions(since: Int64) async throws(DeviceSyncError) -> RemoteActions {
        try await requester.actions("\(Self.path)/episode_action?since=\(since)")
    }

    func send(_ actions: [DeviceAction]) async throws(DeviceSyncError) -> [AddressRewrite] {
        try await requester.send("\(Self.path)/episode_action/create", actions, device: nil)
    }
}
