/// What a tensor's elements are; the numbers are those of the .tflite file format.
package enum ElementType: Int, Sendable, CaseIterable {
    case float32 = 0
    case float16 = 1
    case int32 = 2
    case uint8 = 3
    case int64 = 4
    case string = 5
    case bool = 6
    case int16 = 7
    case complex64 = 8
    case int8 = 9
    case float64 = 10

    /// Bytes of one element; nil where the length is not fixed.
    package var bytes: Int? {
        switch self {
        case .uint8, .int8, .bool: 1
        case .float16, .int16: 2
        case .float32, .int32: 4
        case .int64, .complex64, .float64: 8
        case .string: nil
        }
    }

    /// The library's number for the same type (its TfLiteType), which is another than the file's.
    var libraryNumber: Int32 {
        switch self {
        case .float32: 1
        case .int32: 2
        case .uint8: 3
        case .int64: 4
        case .string: 5
        case .bool: 6
        case .int16: 7
        case .complex64: 8
        case .int8: 9
        case .float16: 10
        case .float64: 11
        }
    }
}

extension ElementType: CustomStringConvertible {
    /// The name manifests use: `float32`.
    package var description: String {
        switch self {
        case .float32: "float32"
        case .float16: "float16"
        case .int32: "int32"
        case .uint8: "uint8"
        case .int64: "int64"
        case .string: "string"
        case .bool: "bool"
        case .int16: "int16"
        case .complex64: "complex64"
        case .int8: "int8"
        case .float64: "float64"
        }
    }
}
