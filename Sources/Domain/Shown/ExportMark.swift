/// What tells the folder of an export: the record that it keeps there.
///
/// No source is searched below it.
package enum ExportMark {
    /// The name of the record.
    package static let name = ".cairn-export"
}
