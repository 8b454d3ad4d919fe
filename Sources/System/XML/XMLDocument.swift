internal import CExpat

/// A whole XML document in UTF-8, read by expat.
///
/// It is what its bytes say and nothing else: no entity but the five of XML is resolved, and no other file is read. A
/// document that declares its own entities, or names one that it does not declare, is refused.
package struct XMLDocument {
    package let events: [XMLEvent]

    /// Why bytes are not such a document.
    package struct Problem: Error, Equatable {
        /// A clause for people, behind "it".
        package let reason: String
    }

    /// Reads a document.
    ///
    /// - Parameter maxDepth: how deep elements may lie in one another.
    package init(_ bytes: [UInt8], maxDepth: Int) throws(Problem) {
        guard let parser = unsafe XML_ParserCreate("UTF-8") else { throw Problem(reason: "does not fit into memory") }
        defer { unsafe XML_ParserFree(parser) }
        let collector = unsafe XMLCollector(parser, maxDepth: maxDepth)
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(collector).toOpaque())
        unsafe XML_SetElementHandler(
            parser, { data, name, _ in unsafe XMLCollector.of(data)?.open(String(of: name)) },
            { data, name in unsafe XMLCollector.of(data)?.close(String(of: name)) })
        unsafe XML_SetCharacterDataHandler(parser) { data, text, count in
            let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
            unsafe XMLCollector.of(data)?.add(text: String(decoding: bytes, as: UTF8.self))
        }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, hasDeclarations in
            if hasDeclarations != 0 { unsafe XMLCollector.of(data)?.stop("declares entities of its own") }
        }
        unsafe XML_SetSkippedEntityHandler(parser) { data, name, _ in
            unsafe XMLCollector.of(data)?.stop("names the entity \(String(of: name)), which it does not declare")
        }
        let isRead = unsafe bytes.withUnsafeBytes { bytes in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe XML_Parse(parser, start, Int32(clamping: bytes.count), 1) == XML_STATUS_OK
        }
        if let problem = collector.problem { throw Problem(reason: problem) }
        guard isRead else {
            let words = unsafe String(of: XML_ErrorString(XML_GetErrorCode(parser)))
            let line = unsafe XML_GetCurrentLineNumber(parser)
            throw Problem(reason: "is not well-formed XML: \(words) in line \(line)")
        }
        events = collector.events
    }
}

extension String {
    /// A text of expat's, which is UTF-8; empty for none.
    fileprivate init(of text: UnsafePointer<CChar>?) {
        self = unsafe text.map { unsafe String(cString: $0) } ?? ""
    }
}
