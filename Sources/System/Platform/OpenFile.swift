/// Looks for files among those that this process has open.
package enum OpenFile {
    /// Where a file that is open lies by now, by the device and the number it has; nil where it has no name any more.
    ///
    /// Without opening it: that would end locks on it when it is closed again.
    package static func place(device: UInt64, inode: UInt64) -> FilePath? {
        let descriptors = FilePath("/proc/self/fd")
        guard let folder = try? Directory(descriptors) else { return nil }
        while let entry = try? folder.next() {
            guard let status = try? folder.entryStatus(), status.device == device, status.inode == inode,
                status.links > 0
            else { continue }
            return try? descriptors.appending(FilePath(bytes: entry.name)).resolved()
        }
        return nil
    }
}
