/// The version of the program, as `cairn --version` tells it.
package let programVersion = "0.1.0"
