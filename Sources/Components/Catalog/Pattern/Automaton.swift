/// Patterns followed name by name from the root: which of them a path has matched so far.
///
/// A standing is a set of places, each "the next name must match segment s of pattern p". Sets are numbered
/// as they are met, so that a folder is remembered by one small number.
final class Automaton {
    /// A place in the patterns.
    fileprivate struct Place: Hashable, Comparable {
        let pattern: Int
        let segment: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.pattern, left.segment) < (right.pattern, right.segment)
        }
    }

    /// What can be known of a standing before any name is seen.
    struct Step {
        fileprivate let places: [Place]
        /// Last segments: a name that matches one is wanted.
        fileprivate let last: [PathPattern.Segment]
        /// Other segments: a folder whose name matches one is gone into.
        fileprivate let onward: [PathPattern.Segment]
        /// Whether folders of any name are gone into.
        fileprivate let goesAnywhere: Bool
        /// The only names that lead anywhere, by their bytes; nil when the folder must be read to know.
        let literals: [[UInt8]]?
        /// The patterns that match the folder itself: `**` at the end, or the pattern's end.
        let accepted: [Int]
        /// The standing after a name that nothing but `**` matches, once it is known.
        fileprivate var idle: Int?

        /// Whether nothing below can match.
        var isDead: Bool { places.isEmpty }
        /// Whether some pattern matches the folder itself.
        var isAccepted: Bool { !accepted.isEmpty }

        /// Whether a name is matched by a last segment.
        func wants(_ name: [UInt8]) -> Bool {
            for segment in last where segment == .anyDepth || segment.matches(name) { return true }
            return false
        }

        /// Whether a name is that of a file which macOS keeps beside another (`._a.jpg`), and no last segment that
        /// matches it begins so.
        func isAppleDouble(_ name: [UInt8]) -> Bool {
            guard name.starts(with: appleDoublePrefix) else { return false }
            return !last.contains { $0.namesAppleDouble && $0.matches(name) }
        }

        /// Whether a name is matched by a last segment that was written for files of that name.
        func means(_ name: [UInt8]) -> Bool {
            for case .literal(let literal) in last where literal == name { return true }
            for case .pattern(let pattern) in last where ImageExtension.isOn(name) && pattern.matches(name) {
                return true
            }
            return false
        }

        /// Whether anything below a folder of this name can match.
        func goesInto(_ name: [UInt8]) -> Bool {
            if goesAnywhere { return true }
            for segment in onward where segment.matches(name) { return true }
            return false
        }
    }

    private let patterns: [PathPattern]
    private var numbers: [[Place]: Int] = [:]
    private var steps: [Step] = []

    /// Stands at the root, with number 0.
    init(_ patterns: [PathPattern]) {
        self.patterns = patterns
        _ = number(of: close(patterns.indices.map { Place(pattern: $0, segment: 0) }))
    }

    /// What is known of a standing.
    subscript(number: Int) -> Step { steps[number] }

    /// The standing after a name.
    func advance(_ number: Int, _ name: [UInt8]) -> Int {
        var matched: [Place] = []
        for place in steps[number].places where place.segment < patterns[place.pattern].segments.count {
            guard patterns[place.pattern].segments[place.segment].matches(name) else { continue }
            matched.append(Place(pattern: place.pattern, segment: place.segment + 1))
        }
        if matched.isEmpty, let idle = steps[number].idle { return idle }
        let staying = steps[number].places.filter { place in
            let segments = patterns[place.pattern].segments
            return place.segment < segments.count && segments[place.segment] == .anyDepth
        }
        let next = self.number(of: close(staying + matched))
        if matched.isEmpty { steps[number].idle = next }
        return next
    }

    /// The standing with the places of `number` that `done` has not.
    func subtract(_ done: Int, from number: Int) -> Int {
        let known = Set(steps[done].places)
        return self.number(of: steps[number].places.filter { !known.contains($0) })
    }

    /// The standing with the places of both.
    func union(_ left: Int, _ right: Int) -> Int {
        left == right ? left : number(of: Set(steps[left].places + steps[right].places).sorted())
    }

    /// Adds the places that `**` for no name at all leads to.
    private func close(_ places: [Place]) -> [Place] {
        var closed: Set<Place> = []
        for var place in places {
            closed.insert(place)
            let segments = patterns[place.pattern].segments
            while place.segment < segments.count, segments[place.segment] == .anyDepth {
                place = Place(pattern: place.pattern, segment: place.segment + 1)
                closed.insert(place)
            }
        }
        return closed.sorted()
    }

    private func number(of places: [Place]) -> Int {
        if let number = numbers[places] { return number }
        numbers[places] = steps.count
        steps.append(describe(places))
        return steps.count - 1
    }

    private func describe(_ places: [Place]) -> Step {
        var last: [PathPattern.Segment] = []
        var onward: [PathPattern.Segment] = []
        var literals: Set<[UInt8]>? = []
        var accepted: [Int] = []
        for place in places {
            let segments = patterns[place.pattern].segments
            guard place.segment < segments.count else {
                accepted.append(place.pattern)
                continue
            }
            let segment = segments[place.segment]
            let isLast = place.segment == segments.count - 1
            if isLast { last.append(segment) }
            if !isLast || segment == .anyDepth { onward.append(segment) }
            if case .literal(let name) = segment { literals?.insert(name) } else { literals = nil }
        }
        return Step(
            places: places, last: last, onward: onward, goesAnywhere: onward.contains(.anyDepth),
            literals: literals?.sorted { $0.lexicographicallyPrecedes($1) }, accepted: accepted)
    }
}
