/// The files of the page, embedded: a person edits them in the folder `Page` as they are.
enum PageFile {
    static let drawing = text(PackageResources.drawing_css)
    static let picture = text(PackageResources.picture_css)
    /// The shell of the report, with marks such as `{{title}}`.
    static let shell = text(PackageResources.index_html)

    /// The style of the report, in order.
    static var style: [UInt8] { PackageResources.page_css + PackageResources.drawing_css }

    /// The program of the report, each file behind those it uses.
    static var program: [UInt8] {
        [
            PackageResources.data_js, PackageResources.elements_js, PackageResources.filter_js,
            PackageResources.sql_js, PackageResources.grid_js, PackageResources.drawing_js,
            PackageResources.picture_js, PackageResources.summary_js, PackageResources.map_js,
            PackageResources.changes_js, PackageResources.main_js,
        ].reduce([]) { $0 + $1 }
    }

    /// The coasts of the world.
    static var coasts: [UInt8] { PackageResources.coasts_js }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
