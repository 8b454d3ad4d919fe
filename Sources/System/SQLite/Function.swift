internal import CSQLite

extension Connection {
    /// What SQLite may do with a function.
    package enum FunctionTraits: Sendable {
        /// The same arguments give the same result, and nothing else is read: views and triggers may call it, too.
        case pure
        /// It reads the database; only a statement itself may call it.
        case reading
    }

    /// Defines a function for this connection's SQL; an error of the body ends the statement with its code and message.
    ///
    /// The connection keeps the body for as long as it lives, so that the body may not keep the connection.
    package func define(
        _ name: String, arguments: Int32, _ traits: FunctionTraits = .pure,
        _ body: @escaping (Arguments) throws(SQLiteError) -> Value
    ) throws(Failure) {
        let context = unsafe Unmanaged.passRetained(Function(body: body)).toOpaque()
        let flags = traits == .pure ? cs_function_flags : cs_reading_function_flags
        // SQLite calls the last of these when the definition fails, too.
        try check(
            unsafe sqlite3_create_function_v2(
                handle.pointer, name, arguments, flags, context, call, nil, nil,
                { context in
                    if let context = unsafe context { unsafe Unmanaged<Function>.fromOpaque(context).release() }
                }))
    }

    /// Defines a function of numbers for this connection's SQL; null in any argument, or no result, gives null.
    package func define(_ name: String, numbers count: Int32, _ body: @escaping ([Double]) -> Double?)
        throws(Failure)
    {
        try define(name, arguments: count) { arguments in
            var numbers: [Double] = []
            for index in 0..<Int(count) {
                guard arguments.kind(index) != .null else { return .null }
                numbers.append(arguments.real(index))
            }
            return Value(body(numbers))
        }
    }
}

/// A Swift function as SQLite carries it about.
private final class Function {
    let body: (Arguments) throws(SQLiteError) -> Value

    init(body: @escaping (Arguments) throws(SQLiteError) -> Value) {
        self.body = body
    }
}

/// SQLite's callback for every function defined here.
private let call: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, count, values in
    guard let data = unsafe sqlite3_user_data(context) else { return }
    let function = unsafe Unmanaged<Function>.fromOpaque(data).takeUnretainedValue()
    do throws(SQLiteError) {
        unsafe setResult(try function.body(unsafe Arguments(values, count: Int(count))), to: context)
    } catch {
        unsafe fail(context, with: error)
    }
}

/// Ends a statement with a function's error.
func fail(_ context: OpaquePointer?, with error: SQLiteError) {
    // The message first: setting the code replaces it only where there is none.
    unsafe sqlite3_result_error(context, error.message, -1)
    unsafe sqlite3_result_error_code(context, error.code)
}

/// Makes a value the result of a call.
private func setResult(_ value: Value, to context: OpaquePointer?) {
    switch value {
    case .null: unsafe sqlite3_result_null(context)
    case .integer(let number): unsafe sqlite3_result_int64(context, number)
    case .real(let number): unsafe sqlite3_result_double(context, number)
    case .text(var text):
        text.withUTF8 { utf8 in
            unsafe cs_result_text(context, utf8.baseAddress, UInt64(utf8.count))
        }
    case .blob(let bytes):
        unsafe bytes.withUnsafeBytes { unsafe cs_result_blob(context, $0.baseAddress, UInt64($0.count)) }
    }
}
