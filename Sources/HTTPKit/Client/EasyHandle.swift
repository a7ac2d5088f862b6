import CCurl
@preconcurrency import Glibc

/// Owns a libcurl easy handle with its list of header fields; belongs to the client's thread.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var addresses: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>

    init?() {
        guard let pointer = curl_easy_init() else { return nil }
        self.pointer = pointer
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(fields)
        curl_slist_free_all(addresses)
        errorText.deallocate()
    }

    /// libcurl's sentence on what went wrong, else its text for the code.
    func detail(of code: CURLcode) -> String {
        let text = String(cString: errorText)
        return text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
    }

    /// How long the hop took until it was ready to send; nil while it is not.
    var connectedAfter: Duration? {
        var microseconds: curl_off_t = 0
        column_curl_get_offset(pointer, CURLINFO_PRETRANSFER_TIME_T, &microseconds)
        return microseconds > 0 ? .microseconds(Int64(microseconds)) : nil
    }

    /// Sets everything for the present hop of a transfer.
    func prepare(
        for transfer: Transfer, configuration: HTTPConfiguration,
        share: UnsafeMutableRawPointer?
    ) {
        // Connections, cookies and name look-ups live in the multi handle and the share.
        curl_easy_reset(pointer)
        curl_slist_free_all(fields)
        curl_slist_free_all(addresses)
        fields = nil
        addresses = nil
        errorText.pointee = 0
        let request = transfer.request
        set(CURLOPT_ERRORBUFFER, errorText)
        set(CURLOPT_PRIVATE, Unmanaged.passUnretained(transfer).toOpaque())
        set(CURLOPT_SHARE, share)
        set(CURLOPT_COOKIEFILE, "")
        set(CURLOPT_URL, configuration.secrets.revealing(transfer.url))
        set(CURLOPT_NOSIGNAL, 1)
        // Redirects are followed by us: logins, schemes and the chain are then judged at each hop.
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_USERAGENT, configuration.userAgent)
        if let proxy = configuration.proxy {
            set(CURLOPT_PROXY, proxy)
        }
        if let file = configuration.certificateFile {
            set(CURLOPT_CAINFO, file)
        }
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(request.connectTimeout / .milliseconds(1))))
        set(CURLOPT_BUFFERSIZE, min(max(request.bufferSize, 1 << 14), 512 << 10))
        set(CURLOPT_TCP_KEEPALIVE, 1)
        setReach(transfer, configuration)
        setVersion(transfer)
        setFields(transfer)
        set(CURLOPT_NOBODY, request.method == .head ? 1 : 0)
        if request.method.sendsBody { setBody(request) }
        column_curl_set_data_function(pointer, CURLOPT_HEADERFUNCTION, receiveLine)
        column_curl_set_data_function(pointer, CURLOPT_WRITEFUNCTION, receiveBody)
        set(CURLOPT_HEADERDATA, Unmanaged.passUnretained(transfer).toOpaque())
        set(CURLOPT_WRITEDATA, Unmanaged.passUnretained(transfer).toOpaque())
    }
}

extension EasyHandle {
    private func setVersion(_ transfer: Transfer) {
        if transfer.request.isPaced {
            set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
            // A connection that others used has their buffers.
            set(CURLOPT_FRESH_CONNECT, 1)
            column_curl_set_socket_function(pointer, CURLOPT_SOCKOPTFUNCTION, makeSocketSmall)
            return
        }
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        // Small requests wait for a connection that they can share; a long one opens its own.
        let sharesConnection =
            transfer.url.origin.scheme == "https"
            && transfer.request.compression == .any
        set(CURLOPT_PIPEWAIT, sharesConnection ? 1 : 0)
    }

    private func setReach(_ transfer: Transfer, _ configuration: HTTPConfiguration) {
        for entry in configuration.knownAddresses {
            addresses = curl_slist_append(addresses, entry) ?? addresses
        }
        if addresses != nil { column_curl_set_list(pointer, CURLOPT_RESOLVE, addresses) }
        guard transfer.judgesConnections(configuration) else { return }
        column_curl_set_prerequest_function(pointer, CURLOPT_PREREQFUNCTION, judgeConnection)
        set(CURLOPT_PREREQDATA, Unmanaged.passUnretained(transfer).toOpaque())
    }

    private func setFields(_ transfer: Transfer) {
        let request = transfer.request
        switch request.compression {
        case .any:
            set(CURLOPT_ACCEPT_ENCODING, "")
        case .identity:
            append(name: "Accept-Encoding", value: "identity")
            set(CURLOPT_HTTP_CONTENT_DECODING, 0)
        }
        for field in request.fields where isAllowed(field, at: transfer) {
            append(name: field.name, value: field.value)
        }
        set(CURLOPT_HTTPHEADER, list: fields)
        if let start = request.rangeStart {
            let end = request.rangeEnd.map { String($0) } ?? ""
            set(CURLOPT_RANGE, "\(start)-\(end)")
        }
        if let credentials = transfer.credentials {
            set(CURLOPT_HTTPAUTH, 1)  // CURLAUTH_BASIC
            set(CURLOPT_USERNAME, credentials.user)
            set(CURLOPT_PASSWORD, credentials.password)
        }
    }

    private func setBody(_ request: HTTPRequest) {
        set(CURLOPT_POST, 1)
        if request.method == .put { set(CURLOPT_CUSTOMREQUEST, "PUT") }
        column_curl_set_offset(
            pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
        guard !request.body.isEmpty else { return set(CURLOPT_COPYPOSTFIELDS, "") }
        // libcurl copies the bytes, so they need not outlive this call; the size comes first.
        request.body.withUnsafeBytes { bytes in
            _ = column_curl_set_pointer(
                pointer, CURLOPT_COPYPOSTFIELDS,
                UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
    }

    /// Fields that carry secrets stay with the origin for which they were made.
    private func isAllowed(_ field: HTTPField, at transfer: Transfer) -> Bool {
        let name = field.name.lowercased()
        guard name == "authorization" || name == "cookie" else { return true }
        return transfer.redirects.isEmpty
    }

    private func append(name: String, value: String) {
        // A line end in a value would begin a field of someone else's making.
        let line = "\(name): \(value)"
        guard !line.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) else { return }
        fields = curl_slist_append(fields, value.isEmpty ? "\(name);" : line) ?? fields
    }

    private func set(_ option: CURLoption, _ value: Int) {
        column_curl_set_long(pointer, option, value)
    }

    private func set(_ option: CURLoption, _ value: String) {
        column_curl_set_string(pointer, option, value)
    }

    private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        column_curl_set_pointer(pointer, option, value)
    }

    private func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>?) {
        column_curl_set_list(pointer, option, list)
    }
}

/// Before it connects: later the window that the server was shown is not taken back.
private func makeSocketSmall(
    _ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ purpose: curlsocktype
) -> Int32 {
    // Enough for 2 MB/s over 100 ms, which no stream of sound needs.
    var size: Int32 = 128 << 10
    _ = setsockopt(
        socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    return 0
}

private func judgeConnection(
    _ context: UnsafeMutableRawPointer?, _ remote: UnsafeMutablePointer<CChar>?,
    _ local: UnsafeMutablePointer<CChar>?, _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
    guard let context, let remote else { return CURL_PREREQFUNC_ABORT }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.mayAsk(connectedTo: String(cString: remote))
        ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

private func receiveLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let line = UnsafeRawBufferPointer(start: bytes, count: count)
    return transfer.receive(line: line) ? count : 0
}

private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.receive(body: UnsafeRawBufferPointer(start: bytes, count: count))
}
