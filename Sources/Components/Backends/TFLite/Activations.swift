internal import Glibc

/// The share of 0 to 1 that a number stands for by itself.
func sigmoid(_ number: Float) -> Float {
    // Either form is stable where it is used.
    if number >= 0 { return Float(1 / (1 + exp(Double(-number)))) }
    let power = exp(Double(number))
    return Float(power / (1 + power))
}

/// Makes shares of finite numbers, which sum up to 1.
func softmax(_ numbers: inout [Float]) {
    // The greatest becomes 0, so that no power is infinite.
    guard let greatest = numbers.max() else { return }
    let powers = numbers.map { exp(Double($0) - Double(greatest)) }
    let sum = powers.reduce(0, +)
    for index in numbers.indices { numbers[index] = Float(powers[index] / sum) }
}
