/// Neighbours among tasks and attempts: both numbered one after the other, so that one statement moves them all.
struct IDRange {
    /// The first task's number.
    let task: Int64
    /// The first attempt's number.
    let attempt: Int64
    /// How many there are.
    var count: Int

    var lastTask: Int64 { task + Int64(count) - 1 }
    var lastAttempt: Int64 { attempt + Int64(count) - 1 }
    /// What an attempt's number is above its task's.
    var offset: Int64 { attempt - task }
}

/// Cuts a sequence where two neighbours do not belong together.
func runsOfNeighbours<Element>(of elements: [Element], where belong: (Element, Element) -> Bool) -> [ArraySlice<
    Element
>] {
    var parts: [ArraySlice<Element>] = []
    var start = 0
    for next in elements.indices where next > 0 && !belong(elements[next - 1], elements[next]) {
        parts.append(elements[start..<next])
        start = next
    }
    if start < elements.count { parts.append(elements[start...]) }
    return parts
}
