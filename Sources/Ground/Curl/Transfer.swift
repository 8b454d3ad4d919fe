internal import CCurl

/// One request's bytes on their way out, and its response's on their way in; libcurl's callbacks work on it.
final class Transfer {
    private let body: [UInt8]
    private let mostBytes: Int
    private var sent = 0
    /// The response's body so far.
    private(set) var received: [UInt8] = []
    /// The header fields of the response that is coming in.
    private(set) var headers: [HTTPHeader] = []
    /// Whether the head of the response came to its end; libcurl takes one that was cut short for whole.
    private(set) var isHeadWhole = false
    /// Whether the response was larger than allowed.
    private(set) var isTooLarge = false

    init(body: [UInt8], mostBytes: Int) {
        self.body = body
        self.mostBytes = mostBytes
    }

    /// Whether any byte of the body was handed out.
    var hasSentBody: Bool { sent > 0 }

    /// Copies the next bytes of the body.
    func send(into room: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(room.count, body.count - sent)
        unsafe body.withUnsafeBytes { bytes in
            unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[sent..<(sent + count)]))
        }
        sent += count
        return count
    }

    /// Whether the body can be sent from its beginning: only while nothing of it was.
    ///
    /// libcurl asks for it where a kept connection died before the response began, and would then send the request once
    /// more. Whoever is billed for requests must decide that himself.
    func rewind() -> Bool { sent == 0 }

    /// Takes in bytes of the response's body; false stops the transfer.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard received.count + bytes.count <= mostBytes else {
            isTooLarge = true
            return false
        }
        unsafe received.append(contentsOf: bytes)
        return true
    }

    /// Takes in one line of a response's head; a status line begins a new response.
    func receive(headerLine bytes: UnsafeRawBufferPointer) {
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            headers = []
            received = []
            isHeadWhole = false
            return
        }
        if line == "\r\n" || line == "\n" { isHeadWhole = true }
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        headers.append(HTTPHeader(String(line[..<colon]), String(value.prefix { !$0.isNewline })))
    }
}

/// libcurl wants the next bytes of the body.
let sendMore: cc_transfer = { room, size, count, context in
    guard let room = unsafe room, let transfer = unsafe transfer(context) else { return 0 }
    return unsafe transfer.send(into: UnsafeMutableRawBufferPointer(start: room, count: size * count))
}

/// libcurl wants to send the body once more.
let sendAgain: cc_seek = { context, offset, origin in
    guard let transfer = unsafe transfer(context), transfer.rewind(), offset == 0, origin == 0 else {
        return CURL_SEEKFUNC_FAIL
    }
    return CURL_SEEKFUNC_OK
}

/// libcurl has bytes of the body.
let receiveMore: cc_transfer = { data, size, count, context in
    guard let data = unsafe data, let transfer = unsafe transfer(context) else { return 0 }
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size * count)
    // Another count than the given one stops the transfer.
    return unsafe transfer.receive(bytes) ? size * count : 0
}

/// libcurl has a line of the head.
let receiveHeader: cc_transfer = { data, size, count, context in
    guard let data = unsafe data, let transfer = unsafe transfer(context) else { return 0 }
    unsafe transfer.receive(headerLine: UnsafeRawBufferPointer(start: data, count: size * count))
    return size * count
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    unsafe context.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}
