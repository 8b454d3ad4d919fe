/// How many elements of each kind an hOCR file has so far: their names are numbers.
package struct HOCRNumbers {
    var page = 0
    var block = 0
    var paragraph = 0
    var line = 0
    var word = 0

    /// None yet.
    package init() {}
}
