/// The parameters of `PRODUCT_SEARCH`.
package struct ProductSearch: Equatable, Sendable {
    /// The set that is searched: `projects/P/locations/L/productSets/S`.
    package var productSet: String
    /// The categories that are searched: `homegoods-v2`.
    package var productCategories: [String]
    /// A filter over the products' labels.
    package var filter: String?
    /// The part of the picture to look at, in fractions of its width and height; empty: Vision chooses.
    package var boundingPoly: [Point] = []

    /// A search without a filter, in the part of the picture that Vision chooses.
    package init(productSet: String, productCategories: [String]) {
        self.productSet = productSet
        self.productCategories = productCategories
    }
}
