package import Domain

extension Store {
    /// Reads the store as it is at one moment, for a command that an error ends.
    package func read<Result>(
        _ body: (any Reports) throws(StoreError) -> Result
    ) throws(CommandFailure) -> Result {
        try endingCommand { () throws(StoreError) in try snapshot(body) }
    }
}
