import CCrypto

/// The SHA-256 of bytes in lower-case hexadecimal digits (`EVP_Digest`).
public func sha256(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    let isDone = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil) == 1
    precondition(isDone, "libcrypto has no SHA-256.")
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
