import ColumnServices

/// Whether this computer has any way out, as the kernel's tables of routes say.
enum NetworkPresence {
    /// False only where the tables can be read and name nothing but the loopback device.
    static var isSeen: Bool {
        guard let four = try? PrivateFile.read("/proc/net/route") else { return true }
        let six = (try? PrivateFile.read("/proc/net/ipv6_route")) ?? []
        return isSeen(
            routes: String(decoding: four, as: UTF8.self), String(decoding: six, as: UTF8.self))
    }

    /// The device stands first in the one table, after a heading, and last in the other.
    static func isSeen(routes four: String, _ six: String) -> Bool {
        let devices =
            four.split(separator: "\n").dropFirst().compactMap {
                $0.split(whereSeparator: \.isWhitespace).first
            }
            + six.split(separator: "\n").compactMap {
                $0.split(whereSeparator: \.isWhitespace).last
            }
        return devices.contains { $0 != "lo" }
    }
}
