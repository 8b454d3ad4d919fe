internal import Crypto
internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteSubmission {
    /// Writes down an object that is handed on by its name, of which nothing was known and which is queued for that:
    /// what millions of names need, and no more.
    ///
    /// - Returns: false where it must be written as any other image is; what was written by then stays right.
    func writeNew(
        _ planned: PlannedImage, _ found: IdentifiedImage, settledOrder: Int64, _ state: inout SubmissionState,
        in transaction: Transaction
    ) throws(StoreError) -> Bool {
        guard planned.image == nil, case .reference = found.content,
            case .queue(.new, let minGenerations, _) = planned.decision,
            minGenerations.isEmpty, found.path.bytes.allSatisfy({ $0 < 0x80 }),
            let slash = found.path.bytes.lastIndex(of: UInt8(ascii: "/"))
        else { return false }
        let digest = decided.digest(of: found)
        let folder = try folder(found.path.bytes, upTo: slash, in: transaction)
        guard let image = try statements.addReference(digest, in: transaction),
            let path = try statements.addName(found.path.bytes, of: image, folder: folder, in: transaction)
        else { return false }
        let run = try openRun(&state, in: transaction)
        try statements.addMember(image, as: path, in: transaction)
        try statements.addTask(image, at: path, of: run, in: transaction)
        state.seen.join(PathID(path), of: ImageID(image), at: found.order, settledOrder: settledOrder)
        state.batch.progress.queued += 1
        return true
    }

    /// The number of an address's folder, which as a rule is that of the address before.
    private func folder(_ address: [UInt8], upTo slash: Int, in transaction: Transaction) throws(StoreError) -> Int64 {
        if let lastFolder, lastFolder.path.count == slash + 1, address.starts(with: lastFolder.path) {
            return lastFolder.id
        }
        let path = Array(address[...slash])
        let id = try transaction.catalog.folderID(of: path, in: scope(of: Reading()))
        lastFolder = (path, id)
        return id
    }
}
