import ColumnModel
import ColumnStore
import JSONKit

/// The API of gpodder.net, version 2 (https://gpoddernet.readthedocs.io/en/latest/api/), which
/// oPodSync and others speak too.
struct GpodderServer: DeviceServer {
    let requester: DeviceRequester
    let device: String

    private var user: String { DeviceRequester.encoded(requester.login.user) }
    private var devicePath: String { "\(user)/\(DeviceRequester.encoded(device)).json" }

    func register(caption: String) async throws(DeviceSyncError) {
        _ = try await requester.post("/api/2/auth/\(user)/login.json", [])
        var json = JSONWriter()
        json.object { json in
            json.member("caption", caption)
            json.member("type", "desktop")
        }
        _ = try await requester.post("/api/2/devices/\(devicePath)", json.utf8)
        try await joinDevices()
    }

    /// Asks for one list for all devices; servers that have only one do not know the question.
    ///
    /// gpodder.net keeps a list for each device until it is told otherwise.
    private func joinDevices() async throws(DeviceSyncError) {
        do throws(DeviceSyncError) {
            let answer = try await requester.get("/api/2/devices/\(user).json")
            let devices = (JSONTree(answer)?.elements ?? []).compactMap { $0["id"]?.string }
            guard devices.count > 1 else { return }
            var json = JSONWriter()
            json.object { json in
                json.key("synchronize")
                json.array { json in
                    json.array { json in for id in devices { json.string(id) } }
                }
            }
            _ = try await requester.post("/api/2/sync-devices/\(user).json", json.utf8)
        } catch .failed(let failure) where failure.code == .httpStatus {
            // Not offered there.
        }
    }

    func subscriptions(since: Int64) async throws(DeviceSyncError) -> RemoteSubscriptions {
        try await requester.subscriptions("/api/2/subscriptions/\(devicePath)?since=\(since)")
    }

    func change(add: [String], remove: [String]) async throws(DeviceSyncError) -> [AddressRewrite] {
        try await requester.change(
            "/api/2/subscriptions/\(devicePath)", add: add, remove: remove)
    }

    func actions(since: Int64) async throws(DeviceSyncError) -> RemoteActions {
        // Not `aggregated`: that gives the last action of an episode only, so that a download
        // would hide how far it was heard.
        try await requester.actions("/api/2/episodes/\(user).json?since=\(since)")
    }

    func send(_ actions: [DeviceAction]) async throws(DeviceSyncError) -> [AddressRewrite] {
        try await requester.send("/api/2/episodes/\(user).json", actions, device: device)
    }
}
