package import Domain
package import Platform

/// The images that an export is limited to: those that a question names, by number or by name.
package struct ImageSelection: Sendable {
    package var ids: Set<ImageID> = []
    /// Names as the views show them.
    package var paths: Set<FilePath> = []

    /// No images.
    package init() {}

    /// How many images it names.
    package var count: Int { ids.count + paths.count }

    /// Whether it names an image.
    package func contains(_ image: ShownImage) -> Bool {
        ids.contains(image.id) || paths.contains(FilePath(image.path))
    }
}
