/// The SQL of the store and the grammar of manifests, embedded in the program.
package enum StoreSchema {
    /// `PRAGMA application_id` of every store: "Crn1" in ASCII, so that `file` and we know one.
    package static let applicationID: Int64 = 0x4372_6E31

    /// `PRAGMA user_version` of a store that has taken the first step.
    ///
    /// Versions 1 to 6 were development stores with other tables.
    package static let firstVersion = 7

    /// The steps from an empty file to the newest store, in order; each raises the store's version by one.
    package static let migrations: [String] = [text(PackageResources.v001_first_sql)]

    /// The prices and the views, without a version: replaced whole when they differ.
    package static let views = text(PackageResources.prices_sql) + text(PackageResources.views_sql)

    /// The views alone.
    package static let viewStatements = text(PackageResources.views_sql)

    /// What the newest store has, a line for each table, index, trigger and view.
    ///
    /// It says whether the steps or the views make it, its type, its name, its table and the SHA-256 of its SQL. A test
    /// compares it with what they make.
    package static let objects = text(PackageResources.objects_txt)

    /// JSON Schema of job manifests, for editors.
    package static let job = text(PackageResources.job_schema_json)

    /// JSON Schema of pinned plans.
    package static let plan = text(PackageResources.plan_schema_json)

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
