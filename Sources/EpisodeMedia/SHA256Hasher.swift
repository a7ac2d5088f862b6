import CCrypto

/// A SHA-256 that grows (`EVP_DigestUpdate`).
///
/// Unchecked: it lives in a media file's state and is only touched under that mutex.
final class SHA256Hasher: @unchecked Sendable {
    private let context = EVP_MD_CTX_new()

    init() {
        reset()
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Begins anew.
    func reset() {
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    /// Adds bytes.
    func update(_ bytes: UnsafeRawBufferPointer) {
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// The digest of all that was added; the hasher can go on afterwards.
    func digest() -> [UInt8] {
        let copy = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(copy) }
        var bytes = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        EVP_MD_CTX_copy_ex(copy, context)
        EVP_DigestFinal_ex(copy, &bytes, &count)
        return bytes
    }
}
