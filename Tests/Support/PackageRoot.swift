import Platform

/// The checkout that the tests were built from.
package let packageRoot = FilePath("\(#filePath)").directory.directory.directory
