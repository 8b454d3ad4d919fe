internal import Domain

/// Images among those that are decided on: the store's by their numbers, others by their keys.
package struct PlannedImageSet: Sendable {
    private var numbers: Set<ImageID> = []
    private var keys: Set<ImageKey> = []

    /// No image.
    package init() {}

    /// How many images are in it, whatever their names.
    package var count: Int { numbers.count + keys.count }

    /// Whether an image is in it, by this or another name.
    package func contains(_ planned: PlannedImage) -> Bool {
        switch planned.identity {
        case .number(let image): numbers.contains(image)
        case .key(let key): keys.contains(key)
        }
    }

    /// Adds an image; false where it is in it already.
    package mutating func insert(_ planned: PlannedImage) -> Bool {
        switch planned.identity {
        case .number(let image): numbers.insert(image).inserted
        case .key(let key): keys.insert(key).inserted
        }
    }
}

extension PlannedImage {
    /// By what an image is told from others.
    fileprivate enum PlannedIdentity {
        case number(ImageID)
        case key(ImageKey)
    }

    fileprivate var identity: PlannedIdentity {
        switch (image, source) {
        case (let image?, _), (nil, .known(let image, _, _)): .number(image)
        case (nil, .identified(let found)): .key(found.key)
        }
    }
}
