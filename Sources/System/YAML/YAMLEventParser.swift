internal import CYAML

/// libyaml's event parser over bytes that it owns.
@safe final class YAMLEventParser {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>
    private let text: String
    private let end: YAMLPosition

    /// A parser of a text without a byte order mark; nil where memory is short.
    init?(_ text: String) {
        self.text = text
        let bytes = Array(text.utf8)
        end = YAMLPosition(of: bytes.count, in: text)
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        unsafe parser.initialize(to: yaml_parser_t())
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            unsafe parser.deallocate()
            return nil
        }
        unsafe self.parser = parser
        // A byte more, so that even an empty text has an address.
        let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 1)
        unsafe input.initialize(repeating: 0)
        _ = unsafe input.update(fromContentsOf: bytes)
        unsafe self.input = input
        // Without a set encoding, bytes of a UTF-16 mark would change what libyaml reads.
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// The next step; after the end of the stream or an error there is none to ask for.
    func next() throws(YAMLError) -> YAMLEvent {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
        defer { unsafe yaml_event_delete(&event) }
        return YAMLEvent(kind: unsafe kind(of: event), position: unsafe position(of: event.start_mark))
    }

    private func kind(of event: yaml_event_t) -> YAMLEvent.Kind {
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_STREAM_END_EVENT: return .streamEnd
        case YAML_ALIAS_EVENT: return .alias(unsafe string(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            let content = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return .scalar(
                YAMLEvent.Scalar(
                    mark: YAMLEvent.Mark(anchor: unsafe string(scalar.anchor), tag: unsafe string(scalar.tag)),
                    text: unsafe String(decoding: content, as: UTF8.self),
                    isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE))
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe event.data.sequence_start
            return .listStart(YAMLEvent.Mark(anchor: unsafe string(start.anchor), tag: unsafe string(start.tag)))
        case YAML_MAPPING_START_EVENT:
            let start = unsafe event.data.mapping_start
            return .mappingStart(YAMLEvent.Mark(anchor: unsafe string(start.anchor), tag: unsafe string(start.tag)))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .collectionEnd
        default: return .other
        }
    }

    /// Why the parser stopped.
    private func failure() -> YAMLError {
        let state = unsafe parser.pointee
        if unsafe state.error == YAML_MEMORY_ERROR {
            return YAMLError(at: YAMLPosition(line: 1, column: 1), "no memory")
        }
        let problem = unsafe string(state.problem) ?? "this is not YAML"
        // The reader knows the byte it stumbled over, the scanner and the parser the place.
        let index =
            unsafe state.error == YAML_READER_ERROR
            ? YAMLPosition(of: state.problem_offset, in: text) : position(of: state.problem_mark)
        let context = unsafe string(state.context)
        let words =
            isTab(at: index)
            ? YAMLTrouble.indentedWithTab : YAMLTrouble.explain(problem: problem, context: context)
        return YAMLError(at: index, words)
    }

    /// Whether a position is a tab in the indentation of its line.
    private func isTab(at position: YAMLPosition) -> Bool {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(position.line - 1) else { return false }
        let start = lines[position.line - 1].prefix(position.column)
        return start.last == "\t" && start.allSatisfy { $0 == " " || $0 == "\t" }
    }

    /// A place as editors count; libyaml sees one more line behind a text that does not end its last.
    private func position(of mark: yaml_mark_t) -> YAMLPosition {
        min(YAMLPosition(line: mark.line + 1, column: mark.column + 1), end)
    }

    private func string(_ start: UnsafePointer<CChar>?) -> String? {
        guard let start = unsafe start else { return nil }
        return unsafe String(cString: start)
    }

    private func string(_ start: UnsafeMutablePointer<UInt8>?) -> String? {
        guard let start = unsafe start else { return nil }
        return unsafe String(cString: start)
    }
}
