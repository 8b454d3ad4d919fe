internal import CExpat

/// What expat's callbacks collect, and where they stop it.
@safe final class XMLCollector {
    private(set) var events: [XMLEvent] = []
    /// Why it was stopped: a clause behind "it".
    private(set) var problem: String?
    private let parser: XML_Parser
    private let maxDepth: Int
    private var depth = 0

    init(_ parser: XML_Parser, maxDepth: Int) {
        unsafe self.parser = parser
        self.maxDepth = maxDepth
    }

    /// The collector that was set as a parser's user data.
    static func of(_ data: UnsafeMutableRawPointer?) -> XMLCollector? {
        unsafe data.map { unsafe Unmanaged<XMLCollector>.fromOpaque($0).takeUnretainedValue() }
    }

    func open(_ name: String) {
        depth += 1
        if depth > maxDepth { return stop("has elements that lie too deep in one another") }
        events.append(.open(name))
    }

    func close(_ name: String) {
        depth -= 1
        events.append(.close(name))
    }

    func add(text: String) { events.append(.text(text)) }

    func stop(_ reason: String) {
        problem = problem ?? reason
        _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
    }
}
