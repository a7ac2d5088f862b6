/// Addresses as people and lists write them.
enum WebAddress {
    /// An http or https address; nil for anything else.
    ///
    /// The schemes by which podcast programs mark feeds are taken off.
    static func normalized(_ text: String) -> String? {
        var address = text.trimmingSpaces
        let lowercased = address.lowercased()
        for scheme in ["feed:", "pcast:", "podcast:", "itpc:", "rss:"]
        where lowercased.hasPrefix(scheme) {
            address = String(address.dropFirst(scheme.count))
            if address.hasPrefix("//") {
                address = "http:" + address
            }
        }
        let scheme = address.lowercased()
        guard scheme.hasPrefix("http://") || scheme.hasPrefix("https://") else { return nil }
        return address
    }
}
