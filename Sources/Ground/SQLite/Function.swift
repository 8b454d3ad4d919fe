internal import CSQLite

extension Connection {
    /// Defines a function of numbers for this connection's SQL; null in any argument, or no result, gives null.
    package func define(_ name: String, arguments: Int32, _ body: @escaping ([Double]) -> Double?)
        throws(SQLiteError)
    {
        let function = NumberFunction(body: body)
        let context = unsafe Unmanaged.passRetained(function).toOpaque()
        let code = unsafe withHandle { handle in
            unsafe sqlite3_create_function_v2(
                handle, name, arguments, cs_function_flags, context, call, nil, nil,
                { context in
                    if let context = unsafe context { unsafe Unmanaged<NumberFunction>.fromOpaque(context).release() }
                })
        }
        guard code == SQLITE_OK else { throw unsafe withHandle { unsafe failure(on: $0, code: code, sql: nil) } }
    }
}

/// A Swift function as SQLite carries it about.
private final class NumberFunction {
    let body: ([Double]) -> Double?

    init(body: @escaping ([Double]) -> Double?) {
        self.body = body
    }
}

/// SQLite's callback for every function defined here.
private let call: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, count, values in
    guard let data = unsafe sqlite3_user_data(context), let values = unsafe values else { return }
    let function = unsafe Unmanaged<NumberFunction>.fromOpaque(data).takeUnretainedValue()
    var numbers: [Double] = []
    for index in 0..<Int(count) {
        let value = unsafe values[index]
        guard unsafe sqlite3_value_type(value) != SQLITE_NULL else { return }
        numbers.append(unsafe sqlite3_value_double(value))
    }
    if let result = function.body(numbers) { unsafe sqlite3_result_double(context, result) }
}
