/// The manifest's grammar as a table: all sections and their keys.
package struct Grammar: Equatable, Sendable {
    /// One section: a mapping of the manifest.
    package struct Section: Equatable, Sendable {
        /// Its name, the same as in `Schema/job.schema.json`.
        package let name: String
        /// Its keys, in the order they are explained in.
        package let keys: [String]

        /// The section of a key type.
        init<Key: SectionKey>(_: Key.Type) {
            name = Key.section
            keys = Key.allCases.map(\.rawValue)
        }
    }

    /// Every section there is.
    package static let sections = [
        Section(JobKey.self), Section(ImageSourceKey.self), Section(ImageShareKey.self),
        Section(VisionKey.self), Section(VisionAuthKey.self),
        Section(FirebaseKey.self), Section(FirebaseAuthKey.self), Section(AppCheckKey.self), Section(TFLiteKey.self),
        Section(HostedKey.self), Section(FirebaseModelKey.self),
        Section(InputKey.self), Section(FeedKey.self), Section(OutputKey.self), Section(AutoMLKey.self),
        Section(TesseractKey.self),
        Section(CommandKey.self), Section(FeatureKey.self), Section(ProductSearchKey.self),
        Section(BoundingPolyKey.self), Section(VertexKey.self), Section(PrepareKey.self), Section(BudgetKey.self),
        Section(CapKey.self), Section(PaceKey.self), Section(RetryKey.self), Section(RefreshKey.self),
        Section(LimitsKey.self),
    ]
}
