internal import CSQLite

extension Connection {
    /// Defines `median(x)`, an aggregate that is a window function, too.
    ///
    /// Nulls do not count, of nothing it is null, and of an even number of values it is the mean of the middle two. It
    /// is always a floating-point number. Its values are kept in SQLite's own memory, 8 bytes each, so that
    /// `MemoryLimit` holds them, too.
    package func defineMedian() throws(Failure) {
        try check(
            unsafe sqlite3_create_window_function(
                handle.pointer, "median", 1, cs_function_flags, nil, add, { unsafe finish($0, isLast: true) },
                { unsafe finish($0, isLast: false) }, removeOldest, nil))
    }
}

/// The values of one group or window, in the order in which they came; SQLite hands it out filled with zeros.
@unsafe private struct MedianState {
    var values: UnsafeMutablePointer<Double>?
    /// Where the oldest value lies, behind those that the window has left.
    var head: Int
    var end: Int
    var capacity: Int

    /// Growth is by 8 MiB at most: doubling would halve what the memory limit lets in.
    static let maxGrowth = 1 << 20

    /// Makes room for one more; false where SQLite finds no memory.
    mutating func makeRoom() -> Bool {
        guard unsafe end == capacity else { return true }
        if unsafe head > capacity / 2, let values = unsafe values {
            unsafe values.update(from: values + head, count: end - head)
            unsafe end -= head
            unsafe head = 0
            return true
        }
        let wanted = unsafe max(64, min(capacity * 2, capacity + MedianState.maxGrowth))
        let size = UInt64(wanted * MemoryLayout<Double>.stride)
        guard let grown = unsafe sqlite3_realloc64(values, size) else { return false }
        unsafe values = unsafe grown.assumingMemoryBound(to: Double.self)
        unsafe capacity = wanted
        return true
    }
}

/// The state of the call's group or window; `isNew`: made where there is none.
private func state(_ context: OpaquePointer?, isNew: Bool) -> UnsafeMutablePointer<MedianState>? {
    let size = unsafe isNew ? Int32(MemoryLayout<MedianState>.size) : 0
    return unsafe sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: MedianState.self)
}

/// SQLite's callback for a row that joins.
private let add: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, _, values in
    let value = unsafe values?[0]
    switch unsafe kind(of: value) {
    case .null: return
    case .integer, .real: break
    case .text, .blob:
        let error = SQLiteError(
            refusedArgument: "median() takes numbers, and this is text or bytes; use median(CAST(x AS REAL))")
        return unsafe fail(context, with: error)
    }
    guard let state = unsafe state(context, isNew: true), unsafe state.pointee.makeRoom() else {
        return unsafe sqlite3_result_error_nomem(context)
    }
    unsafe state.pointee.values?[state.pointee.end] = sqlite3_value_double(value)
    unsafe state.pointee.end += 1
}

/// SQLite's callback for the row that leaves a window, always the one that joined first.
private let removeOldest: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, _, values in
    guard unsafe kind(of: values?[0]) != .null, let state = unsafe state(context, isNew: false) else { return }
    unsafe state.pointee.head += 1
}

/// Gives the median of what is there, and at last the memory back.
private func finish(_ context: OpaquePointer?, isLast: Bool) {
    guard let state = unsafe state(context, isNew: false) else { return }
    defer {
        if isLast {
            unsafe sqlite3_free(state.pointee.values)
            unsafe state.pointee.values = nil
        }
    }
    let count = unsafe state.pointee.end - state.pointee.head
    guard count > 0, let values = unsafe state.pointee.values else { return unsafe sqlite3_result_null(context) }
    let own = unsafe UnsafeMutableBufferPointer(start: values + state.pointee.head, count: count)
    if isLast { return unsafe sqlite3_result_double(context, median(of: own)) }
    // The order in which they came is still needed.
    let size = UInt64(count * MemoryLayout<Double>.stride)
    guard let copy = unsafe sqlite3_malloc64(size)?.assumingMemoryBound(to: Double.self) else {
        return unsafe sqlite3_result_error_nomem(context)
    }
    defer { unsafe sqlite3_free(copy) }
    unsafe copy.initialize(from: values + state.pointee.head, count: count)
    unsafe sqlite3_result_double(context, median(of: UnsafeMutableBufferPointer(start: copy, count: count)))
}

/// The median of some numbers, whose order is lost.
private func median(of values: UnsafeMutableBufferPointer<Double>) -> Double {
    let middle = values.count / 2
    let upper = unsafe select(middle, of: values)
    guard values.count % 2 == 0 else { return upper }
    var lower = unsafe values[0]
    for index in 1..<max(1, middle) { lower = unsafe max(lower, values[index]) }
    // Halves first: the sum of two large numbers may be beyond all numbers.
    let sum = lower + upper
    return sum.isFinite ? sum / 2 : lower / 2 + upper / 2
}

/// The value that has `rank` others before it in ascending order; these are then before it in `values` (quickselect:
/// Hoare, CACM 4(7), 1961).
private func select(_ rank: Int, of values: UnsafeMutableBufferPointer<Double>) -> Double {
    var low = 0
    var high = values.count - 1
    var random: UInt64 = 1
    while low < high {
        // Any order of the values is divided well by a pivot that does not depend on them.
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let pivot = unsafe values[low + Int((random >> 33) % UInt64(high - low + 1))]
        var smaller = low
        var larger = high
        var index = low
        while index <= larger {
            let value = unsafe values[index]
            if value < pivot {
                unsafe values.swapAt(index, smaller)
                smaller += 1
                index += 1
            } else if value > pivot {
                unsafe values.swapAt(index, larger)
                larger -= 1
            } else {
                index += 1
            }
        }
        if rank < smaller {
            high = smaller - 1
        } else if rank > larger {
            low = larger + 1
        } else {
            return pivot
        }
    }
    return unsafe values[rank]
}
