/// A sample of every case of an enum, made by a switch: a new case does not compile until it has one.
///
/// - Parameter next: the sample of the case after a case; of the first where there is none; nil after the last.
func every<Value>(_ next: (Value?) -> Value?) -> [Value] {
    var samples: [Value] = []
    while let value = next(samples.last) { samples.append(value) }
    return samples
}
