import Glibc
import Platform
import Synchronization

/// A part of a committed page that a test makes from a table of the program.
///
/// It lies between `<!-- begin NAME: ... -->` and `<!-- end NAME -->`, each on a line of its own.
package struct PagePart {
    private let page: FilePath
    private let name: String

    /// A part.
    ///
    /// - Parameter page: the page's path below the checkout.
    package init(_ name: String, of page: String) {
        self.name = name
        self.page = packageRoot.appending(page)
    }

    /// What the page has.
    ///
    /// With `CAIRN_WRITE_GOLDEN` set the text is written there first: read the difference before it is committed.
    package func text(madeAs text: String) throws -> String {
        try oneAtATime.withLock { _ in
            var lines = try Files.text(page).split(separator: "\n", omittingEmptySubsequences: false)
            let begin = lines.firstIndex { $0.hasPrefix("<!-- begin \(name):") }
            let end = lines.firstIndex { $0 == "<!-- end \(name) -->" }
            guard let begin, let end, begin < end else {
                throw NoSuchPart(description: "\(page) has no part `\(name)`")
            }
            if getenv("CAIRN_WRITE_GOLDEN") != nil {
                let made = text.split(separator: "\n", omittingEmptySubsequences: false)
                lines.replaceSubrange((begin + 1)..<end, with: made)
                try Files.write(page, Array(lines.joined(separator: "\n").utf8))
                return text
            }
            return lines[(begin + 1)..<end].joined(separator: "\n")
        }
    }
}

private struct NoSuchPart: Error, CustomStringConvertible {
    let description: String
}

/// Parts of one page may be made by tests that run at the same time.
private let oneAtATime = Mutex(())
