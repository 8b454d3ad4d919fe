internal import Platform
internal import Storage
internal import Domain

/// People's answers, in a SQLite store.
extension Database: Corrections {
    func features(of job: String) throws(StoreError) -> [FeatureType]? { try corrections.features(of: job) }

    func members(of job: String) throws(StoreError) -> [JobMember] { try corrections.members(of: job) }

    func member(_ image: ImageID, of job: String) throws(StoreError) -> JobMember? {
        try corrections.member(image, of: job)
    }

    func members(of job: String, named name: FilePath) throws(StoreError) -> [JobMember] {
        try corrections.members(of: job, named: name)
    }

    func machineAnswers(to image: ImageID, of job: String) throws(StoreError) -> [KeptAnswer] {
        try snapshot { () throws(StoreError) in try corrections.machineAnswers(to: image, of: job) }
    }

    func currentCorrections(of image: ImageID, of job: String) throws(StoreError) -> [KeptAnswer] {
        try snapshot { () throws(StoreError) in try corrections.currentCorrections(of: image, of: job) }
    }

    func history(of job: String) throws(StoreError) -> [CorrectionRecord] { try corrections.history(of: job) }

    func save(_ corrections: [Correction], of job: String, by author: String) throws(StoreError) -> SavingOutcome {
        try write { transaction throws(StoreError) in
            try transaction.corrections.save(corrections, of: job, by: author)
        }
    }

    func undo(_ image: ImageID, of job: String) throws(StoreError) -> [FeatureType] {
        try write { transaction throws(StoreError) in try transaction.corrections.undo(image, of: job) }
    }
}
