internal import Crypto
internal import Domain
internal import Text

/// The page of a report: its shell, with the first pictures of its first job, and the files that it loads.
package struct ReportPage {
    /// A job of the report, with the name of its index.
    package struct Job {
        let index: ReportIndex
        let file: String

        /// A job.
        package init(_ index: ReportIndex, file: String) {
            self.index = index
            self.file = file
        }
    }

    private let jobs: [Job]

    /// The page of some jobs; at least one.
    package init(_ jobs: [Job]) { self.jobs = jobs }

    /// The files beside the shell, each named by its content, so that a page which is open keeps its own.
    package static let files: [(name: String, bytes: [UInt8])] = [
        named("app", "js", PageFile.program), named("app", "css", PageFile.style),
        named("coasts", "js", PageFile.coasts),
    ]

    /// A name that tells the content of a file: `app-1a2b3c4d5e6f.js`.
    package static func name(_ stem: String, _ ending: String, of bytes: [UInt8]) -> String {
        "\(stem)-\(Digest(of: bytes.span).hex.prefix(12)).\(ending)"
    }

    private static func named(_ stem: String, _ ending: String, _ bytes: [UInt8]) -> (String, [UInt8]) {
        (name(stem, ending, of: bytes), bytes)
    }

    /// `index.html`.
    package var html: [UInt8] {
        let index = jobs[0].index
        let marks = [
            "title": Markup.shown("\(jobs.map(\.index.overview.job).joined(separator: ", ")) · Cairn"),
            "style": Self.files[1].name, "program": Self.files[0].name, "coasts": Self.files[2].name,
            "jobs": Markup.escaped(String(decoding: jobsJSON, as: UTF8.self)),
            "job": Markup.shown(index.overview.job), "models": Markup.shown(index.overview.modelText),
            "numbers": index.numbers, "count": HumanFormat.count(index.rows.count, "picture"),
            "cards": index.rows.indices.prefix(firstCards).map { index.card(at: $0) }.joined(separator: "\n"),
        ]
        let parts = PageFile.shell.split(separator: "{{", omittingEmptySubsequences: false)
        let filled = parts.dropFirst().map { part -> String in
            guard let end = part.firstRange(of: "}}") else { return String(part) }
            return (marks[String(part[..<end.lowerBound])] ?? "") + part[end.upperBound...]
        }
        return Array((String(parts[0]) + filled.joined()).utf8)
    }

    private var jobsJSON: [UInt8] {
        var json = JSONBuilder()
        json.array { json in
            for job in jobs {
                json.array { json in
                    json.add(nil, job.index.overview.job)
                    json.add(nil, job.file)
                }
            }
        }
        return json.bytes
    }
}

extension JobOverview {
    /// Its models by name, each once.
    var modelText: String {
        var names: [String] = []
        for recipe in recipes where !recipe.isPerson {
            let name = recipe.model.isEmpty ? recipe.backend : "\(recipe.backend) · \(recipe.model)"
            if !names.contains(name) { names.append(name) }
        }
        return names.joined(separator: ", ")
    }
}

extension ReportIndex {
    /// How many images there are in each state, as links that filter.
    fileprivate var numbers: String {
        let counts = Dictionary(grouping: rows, by: \.image.state).mapValues(\.count)
        let missing = rows.count { $0.image.isMissing }
        let shown: [(name: String, count: Int, filter: String)] =
            ShownImage.State.allCases.map { ($0.rawValue, counts[$0] ?? 0, "state=\($0.rawValue)") }
            + [("missing", missing, "missing=1")]
        let links = shown.filter { $0.count > 0 || $0.name == "answered" || $0.name == "failed" }.map {
            name, count, filter in
            """
            <a class="number \(name)\(count > 0 ? "" : " none")" href="#job=\(overview.job)&amp;\(filter)">\
            <b>\(HumanFormat.grouped(count))</b> \(name)</a>
            """
        }
        return links.joined(separator: "\n")
    }

    /// A card as the page's own program makes it.
    fileprivate func card(at row: Int) -> String {
        let image = rows[row].image
        let best = bestName(at: row)
        let name = best.map { "<bdi>\(Markup.shown($0.name))</bdi>" } ?? ""
        let score = best?.score.map { " <span class=\"score\">\(Markup.score($0))</span>" } ?? ""
        let word = image.state.rawValue
        let state = image.state == .answered ? "" : "<span class=\"state \(word)\">\(word)</span>"
        let picture =
            rows[row].hasThumbnail
            ? "<img src=\"t/\(image.pictureName).jpg\" alt=\"\" loading=\"lazy\">"
            : "<span class=\"blank\">no picture</span>"
        return """
            <a class="card" href="#job=\(overview.job)&amp;i=\(image.id.value)">\
            <span class="frame">\(picture)\(state)</span><span class="label">\(name)\(score)</span>\
            <span class="path"><bdi>\(Markup.shown(image.shownPath))</bdi></span></a>
            """
    }
}

/// Cards that stand in the page itself, and so are seen before anything else is loaded.
private let firstCards = 60
