internal import CCurl

// libcurl's callbacks: each finds its exchange and hands on. Returning less than was given stops libcurl.

extension Transfer {
    /// The exchange as libcurl carries it about; it must live until libcurl is done.
    var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    /// The exchange that libcurl carried.
    fileprivate static func carried(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }
}

/// A socket was made for a connection.
let openSocket: curl_sockopt_callback = { context, socket, _ in
    unsafe Transfer.carried(context)?.sockets.append(socket)
    return CURL_SOCKOPT_OK
}

/// A connection stands and the request goes out next.
let startExchange: curl_prereq_callback = { context, _, _, _, localPort in
    let mayStart = unsafe Transfer.carried(context)?.start(onPort: localPort) ?? false
    return mayStart ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

/// libcurl reports progress: after each step, and at least once a second.
let watchExchange: curl_xferinfo_callback = { context, _, received, _, sent in
    let mayContinue = unsafe Transfer.carried(context)?.mayContinue(sent: sent, received: received) ?? false
    return mayContinue ? 0 : 1
}

/// libcurl has room for more of the request's body.
let readBody: curl_read_callback = { room, size, count, context in
    guard let exchange = unsafe Transfer.carried(context), let room = unsafe room else {
        return Int(CURL_READFUNC_ABORT)
    }
    return unsafe room.withMemoryRebound(to: UInt8.self, capacity: size * count) { room in
        var room = unsafe MutableSpan(_unsafeStart: room, count: size * count)
        return exchange.read(into: &room)
    }
}

/// libcurl wants to send the body again, from a place in it.
let seekBody: curl_seek_callback = { context, offset, origin in
    let isStart = offset == 0 && origin == 0
    let mayRead = unsafe Transfer.carried(context)?.rewind() ?? false
    return isStart && mayRead ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
}

/// A line of a response's head has come.
let receiveHeader: curl_write_callback = { line, size, count, context in
    let line = unsafe UnsafeRawBufferPointer(start: line, count: size * count)
    let isTaken = unsafe Transfer.carried(context)?.receiveHeader(line) ?? false
    return isTaken ? size * count : 0
}

/// A part of a response's body has come.
let receiveBody: curl_write_callback = { bytes, size, count, context in
    let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    let isTaken = unsafe Transfer.carried(context)?.receiveBody(bytes) ?? false
    return isTaken ? size * count : 0
}
