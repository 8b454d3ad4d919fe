internal import CCurl
internal import Platform

/// The options of a handle, set one after the other; the first that libcurl refuses is remembered.
@safe final class Options {
    private let handle: UnsafeMutableRawPointer
    private let curl: UnsafePointer<cc_library>
    /// The first refusal, or `CURLE_OK`.
    private(set) var code = CURLE_OK

    init(_ handle: UnsafeMutableRawPointer, of library: CurlLibrary) {
        unsafe self.handle = handle
        unsafe curl = library.table
    }

    /// Remembers what libcurl said to an option.
    private func check(_ answer: CURLcode) {
        if code == CURLE_OK { code = answer }
    }

    func set(_ option: CURLoption, _ value: Int) { check(unsafe cc_set_long(curl, handle, option, value)) }

    /// Sets what only makes it faster, and does without where libcurl refuses.
    func wish(_ option: CURLoption, _ value: Int) { _ = unsafe cc_set_long(curl, handle, option, value) }

    func set(_ option: CURLoption, size: Int) { check(unsafe cc_set_size(curl, handle, option, size)) }

    func set(_ option: CURLoption, _ text: String) { check(unsafe cc_set_string(curl, handle, option, text)) }

    func set(_ option: CURLoption, memory: UnsafeMutableRawPointer?) {
        check(unsafe cc_set_memory(curl, handle, option, memory))
    }

    func set(opener function: curl_sockopt_callback) { check(unsafe cc_set_opener(curl, handle, function)) }

    func set(watcher function: curl_xferinfo_callback) { check(unsafe cc_set_watcher(curl, handle, function)) }

    func set(starter function: curl_prereq_callback) { check(unsafe cc_set_starter(curl, handle, function)) }

    func set(reader function: curl_read_callback) { check(unsafe cc_set_reader(curl, handle, function)) }

    func set(seeker function: curl_seek_callback) { check(unsafe cc_set_seeker(curl, handle, function)) }

    func set(_ option: CURLoption, receiver function: curl_write_callback) {
        check(unsafe cc_set_receiver(curl, handle, option, function))
    }

    /// Speaks no other protocol than http and https.
    func allowWebOnly() { check(unsafe cc_allow_web_only(curl, handle)) }

    /// Follows redirects to https only.
    func redirectToHTTPSOnly() { check(unsafe cc_redirect_to_https_only(curl, handle)) }

    /// Waits for no name server once the time is up.
    func leaveResolver() { check(unsafe cc_leave_resolver(curl, handle)) }

    /// Trusts the authorities of a file, and no others.
    func trust(_ certificates: FilePath) {
        check(
            unsafe (certificates.bytes + [0]).withUnsafeBufferPointer { name in
                unsafe name.withMemoryRebound(to: CChar.self) { name in
                    unsafe cc_set_string(curl, handle, CURLOPT_CAINFO, name.baseAddress)
                }
            })
        check(unsafe cc_set_string(curl, handle, CURLOPT_CAPATH, nil))
    }
}
