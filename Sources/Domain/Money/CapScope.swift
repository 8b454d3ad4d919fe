/// What a cap is for; the raw value is the store's word.
package enum CapScope: String, Sendable {
    /// One run.
    case run
    /// All runs of a job on one of the vendor's days.
    case jobDay = "job_day"
    /// All runs of a job in one of the vendor's months.
    case jobMonth = "job_month"
    /// All jobs of an account on one of the vendor's days.
    case accountDay = "account_day"
    /// All jobs of an account in one of the vendor's months.
    case accountMonth = "account_month"
}
