internal import Storage

/// Calls the store; what goes wrong there ends the run.
func storing<Result>(_ body: () throws(StoreError) -> Result) throws(RunError) -> Result {
    do throws(StoreError) { return try body() } catch { throw .store(error) }
}
