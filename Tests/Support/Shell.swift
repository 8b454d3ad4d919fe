import Glibc

/// What a shell command wrote to standard output, and its exit status; its complaints are thrown away.
package func shell(_ command: String) -> (output: [UInt8], status: Int32) {
    guard let pipe = popen("( \(command) ) 2>/dev/null", "r") else { return ([], -1) }
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&piece, 1, piece.count, pipe), count > 0 { output += piece.prefix(count) }
    let status = pclose(pipe)
    // The exit status lies in the second byte of what waitpid gives.
    return (output, status & 0x7F == 0 ? status >> 8 & 0xFF : -1)
}
