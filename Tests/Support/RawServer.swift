import Dispatch
import Glibc
import Platform

/// A server on this machine that serves every connection by a function, on a thread of its own.
///
/// Where `LoopbackServer` speaks proper HTTP, a test can here break off, cut short and lie wherever it wants.
package final class RawServer: Sendable {
    /// The port it listens on.
    package let port: UInt16
    private let listener: Int32
    private let record = Record()

    /// Starts to listen.
    ///
    /// - Parameter serve: serves one connection, which is closed when it returns.
    package init(_ serve: @escaping @Sendable (Visitor) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withSocketAddress(&address) { address in
            bind(listener, address, length) == 0 && listen(listener, 128) == 0
                && getsockname(listener, address, &length) == 0
        }
        guard listener >= 0, isListening else { throw SystemError("listen", "on 127.0.0.1") }
        port = UInt16(bigEndian: address.sin_port)
        DispatchQueue(label: "accept").async { [record] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                let number = record.open(connection)
                DispatchQueue(label: "serve").async {
                    serve(Visitor(connection, number: number) { record.add($0) })
                    record.close(connection)
                }
            }
            close(listener)
        }
    }

    /// Starts to answer requests, one after the other on every connection.
    package convenience init(answering answer: @escaping @Sendable (SeenRequest) -> String) throws {
        try self.init { visitor in
            while let request = visitor.request() { visitor.write(answer(request)) }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        record.shutDown()
    }

    /// An address here.
    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Every request whose head has been read so far, in the order of their coming.
    package var requests: [SeenRequest] { record.state.with { $0.requests } }

    /// How many connections there have been.
    package var connections: Int { record.state.with { $0.count } }
}

/// What a server has seen; outlives it until the last connection is served.
private final class Record: Sendable {
    struct State {
        var requests: [SeenRequest] = []
        var count = 0
        var open: Set<Int32> = []
    }

    let state = Monitor(State())

    func add(_ request: SeenRequest) { state.with { $0.requests.append(request) } }

    func open(_ connection: Int32) -> Int {
        state.with {
            $0.open.insert(connection)
            $0.count += 1
            return $0.count
        }
    }

    func close(_ connection: Int32) {
        state.with {
            $0.open.remove(connection)
            _ = Glibc.close(connection)
        }
    }

    /// Ends the reading of all who still serve.
    func shutDown() {
        state.with { for connection in $0.open { shutdown(connection, Int32(SHUT_RDWR)) } }
    }
}

/// A port of this machine on which nobody listens, nor will while this is held.
package final class DeadPort: Sendable {
    /// The port.
    package let port: UInt16
    private let bound: Int32

    /// Takes a free port and leaves it deaf.
    package init() throws {
        bound = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withSocketAddress(&address) { [bound] address in
            bind(bound, address, length) == 0 && getsockname(bound, address, &length) == 0
        }
        guard isBound else { throw SystemError("bind", "on 127.0.0.1") }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(bound) }
}

private func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

private func withSocketAddress(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Bool
) -> Bool {
    withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
}
