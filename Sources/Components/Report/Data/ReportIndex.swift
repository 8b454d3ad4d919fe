internal import Crypto
package import Domain
internal import Text

/// What the page knows of all images of a job at once: columns, which are small and quick to read.
package struct ReportIndex {
    /// What is known of one image.
    struct Row {
        var image: ShownImage
        var firstEntry = 0
        var entryCount = 0
        var hasThumbnail = false
        var hasView = false
    }

    /// What is said of the job as a whole.
    package let overview: JobOverview
    /// The way from the report to the store's folder: `../`.
    let base: String
    private(set) var rows: [Row]
    private(set) var classes: [AnnotationClass] = []
    private var classNumbers: [AnnotationClass: UInt32] = [:]
    /// For each entry its class and its score, an image's one behind the other.
    private(set) var entryClasses: [UInt32] = []
    private(set) var entryScores: [Float] = []
    /// Landmarks on the map: row, class, degrees north and east.
    private(set) var places: [(row: UInt32, class: UInt32, place: Coordinate)] = []
    private(set) var newest = Timestamp(milliseconds: 0)

    /// The index of some images in the order in which they are shown, of which nothing more is known yet.
    package init(_ overview: JobOverview, images: [ShownImage], base: String) {
        self.overview = overview
        self.base = base
        rows = images.map { Row(image: $0) }
    }

    /// Adds what was seen in the image of a row, once.
    package mutating func add(_ answers: [ShownAnswer], at row: Int) {
        rows[row].firstEntry = entryClasses.count
        var unnamed: Set<AnnotationClass> = []
        for answer in answers {
            newest = max(newest, answer.annotatedAt)
            for annotation in answer.annotations {
                let kind = AnnotationClass(annotation, answer.recipe.feature)
                if !kind.kind.hasNames, !unnamed.insert(kind).inserted { continue }
                let number = number(of: kind)
                entryClasses.append(number)
                entryScores.append(kind.kind.hasNames ? annotation.score ?? .nan : .nan)
                for place in annotation.kind == .landmark ? annotation.locations.prefix(1) : [] {
                    places.append((UInt32(row), number, place))
                }
            }
        }
        rows[row].entryCount = entryClasses.count - rows[row].firstEntry
    }

    /// Notes which pictures of a row's image are in the report.
    package mutating func setPictures(at row: Int, thumbnail: Bool, view: Bool) {
        rows[row].hasThumbnail = thumbnail
        rows[row].hasView = view
    }

    /// What the image of a row is called first: the name of the highest score, with it.
    package func bestName(at row: Int) -> (name: String, score: Float?)? {
        let entries = rows[row].firstEntry..<rows[row].firstEntry + rows[row].entryCount
        var best: Int?
        for entry in entries where isNamed(entry) {
            if best.map({ rank(entryScores[entry]) > rank(entryScores[$0]) }) ?? true { best = entry }
        }
        return best.map { entry in
            let kind = classes[Int(entryClasses[entry])]
            let score = entryScores[entry]
            return (kind.name.isEmpty ? kind.kind.rawValue : kind.name, score.isNaN ? nil : score)
        }
    }

    private func rank(_ score: Float) -> Float { score.isNaN ? -.infinity : score }

    /// Whether an entry has a name that people ask for, which a judgement of SafeSearch is not.
    private func isNamed(_ entry: Int) -> Bool {
        let kind = classes[Int(entryClasses[entry])].kind
        return kind.hasNames && kind != .safeSearch
    }

    private mutating func number(of kind: AnnotationClass) -> UInt32 {
        if let number = classNumbers[kind] { return number }
        let number = UInt32(classes.count)
        classNumbers[kind] = number
        classes.append(kind)
        return number
    }
}
