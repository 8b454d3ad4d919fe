import Platform

/// A page in Markdown: its headings and its links, without what stands in code.
package struct MarkdownPage {
    /// A link to a file or a heading.
    package struct Link {
        /// What stands between the parentheses: `docs/money.md#caps`.
        package let target: String
        /// The line, from 1.
        package let line: Int
    }

    /// The headings, without their `#`.
    package private(set) var headings: [String] = []
    /// The links.
    package private(set) var links: [Link] = []
    /// What is set as code in running text.
    package private(set) var quoted: [String] = []

    /// The pages of a checkout that people read, by their paths below it.
    package static func all() -> [String] {
        var pages = Files.names(in: packageRoot).filter { $0.hasSuffix(".md") }
        pages += pagesBelow("docs")
        for folder in ["Jobs", "Jobs/demo", "Schema", "Benchmarks"] { pages.append("\(folder)/README.md") }
        for folder in Files.names(in: packageRoot.appending("Tests")) { pages.append("Tests/\(folder)/README.md") }
        return pages.filter { Files.mode(packageRoot.appending($0)) != nil }
    }

    /// The pages in a folder and those in it.
    package static func pagesBelow(_ folder: String) -> [String] {
        Files.names(in: packageRoot.appending(folder)).flatMap { name in
            name.hasSuffix(".md") ? ["\(folder)/\(name)"] : name.contains(".") ? [] : pagesBelow("\(folder)/\(name)")
        }
    }

    /// A page of the checkout.
    ///
    /// - Parameter page: its path below the checkout.
    package init(_ page: String) throws { self.init(text: try Files.text(packageRoot.appending(page))) }

    /// A page from its text.
    package init(text: String) {
        var isFenced = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isFenced.toggle()
                continue
            }
            guard !isFenced else { continue }
            let depth = line.prefix { $0 == "#" }.count
            if (1...6).contains(depth), line.dropFirst(depth).hasPrefix(" ") {
                headings.append(String(line.dropFirst(depth + 1)))
            }
            readLine(line, number: index + 1)
        }
    }

    /// The anchors of the headings, as GitHub makes them; the second of one name ends with `-1`.
    package var anchors: Set<String> {
        var anchors: Set<String> = []
        for heading in headings {
            let anchor = Self.anchor(of: heading)
            var unique = anchor
            var count = 0
            while !anchors.insert(unique).inserted {
                count += 1
                unique = "\(anchor)-\(count)"
            }
        }
        return anchors
    }

    /// The anchor of a heading: small letters, digits, `-` and `_`, with `-` in place of each space.
    package static func anchor(of heading: String) -> String {
        let shown = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }
        return String(
            shown.lowercased().compactMap { character in
                if character == " " { return "-" }
                return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
            })
    }

    private mutating func readLine(_ line: Substring, number: Int) {
        // What is set as code has no links in it.
        var text = ""
        for (index, piece) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            if index.isMultiple(of: 2) { text += piece } else { quoted.append(String(piece)) }
            if !index.isMultiple(of: 2) { text += "code" }
        }
        for match in text.matches(of: /\]\(([^)\s]+)\)/) { links.append(Link(target: String(match.1), line: number)) }
        for match in text.matches(of: /<img [^>]*src="([^"]+)"/) {
            links.append(Link(target: String(match.1), line: number))
        }
    }
}
