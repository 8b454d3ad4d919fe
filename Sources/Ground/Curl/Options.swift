internal import CCurl
internal import Platform

/// The options of a handle, set one after the other; the first that libcurl refuses is remembered.
@safe final class Options {
    private let handle: UnsafeMutableRawPointer
    /// The first refusal, or `CURLE_OK`.
    private(set) var code = CURLE_OK

    init(_ handle: UnsafeMutableRawPointer) {
        unsafe self.handle = handle
    }

    /// Remembers what libcurl said to an option.
    func check(_ answer: CURLcode) {
        if code == CURLE_OK { code = answer }
    }

    func set(_ option: CURLoption, _ value: Int) { check(unsafe cc_set_long(handle, option, value)) }

    /// Sets what only makes it faster, and does without where libcurl refuses.
    func wish(_ option: CURLoption, _ value: Int) { _ = unsafe cc_set_long(handle, option, value) }

    func set(_ option: CURLoption, size: Int) { check(unsafe cc_set_size(handle, option, size)) }

    func set(_ option: CURLoption, _ text: String) { check(unsafe cc_set_string(handle, option, text)) }

    func set(_ option: CURLoption, memory: UnsafeMutableRawPointer?) {
        check(unsafe cc_set_memory(handle, option, memory))
    }

    /// Trusts the authorities of a file, and no others.
    func trust(_ certificates: FilePath) {
        check(
            unsafe (certificates.bytes + [0]).withUnsafeBufferPointer { name in
                unsafe name.withMemoryRebound(to: CChar.self) { name in
                    unsafe cc_set_string(handle, CURLOPT_CAINFO, name.baseAddress)
                }
            })
        check(unsafe cc_set_string(handle, CURLOPT_CAPATH, nil))
    }
}
