/// What servers say in header fields; built into the module.
public func check(field text: String, now: Int64) {
    if let content = ContentRange(text) {
        if let range = content.range {
            precondition(range.lowerBound >= 0 && !range.isEmpty, "a range")
            precondition(
                content.total.map { range.upperBound <= $0 } ?? true, "a range in its whole")
        }
    }
    if let retry = RetryAfter(text) { precondition(retry.delay(from: now) >= .zero, "a delay") }
    if let date = HTTPDate(text) { _ = date.description }
    if let digest = ReprDigest(text).sha256 { precondition(digest.count == 32, "a digest") }
    if let age = CacheControl(text).maxAge { precondition(age >= .zero, "an age") }
    _ = MediaType(text)
    _ = EntityTag(text)
    _ = Base64.decode(text)
}
