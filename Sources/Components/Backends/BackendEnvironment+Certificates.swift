internal import Platform

extension BackendEnvironment {
    /// Refuses a file of authorities that is none, before anything is asked with it; libcurl says of it only that the
    /// host cannot be reached.
    func checkCertificates() throws(BackendError) {
        guard let certificates else { return }
        let buffer = FileBuffer()
        let why: String
        do throws(SystemError) {
            try buffer.read(certificates, limit: 64 << 20)
            if String(decoding: buffer.copy, as: UTF8.self).contains("CERTIFICATE-----") { return }
            why = "holds no certificate in PEM form"
        } catch {
            why = "cannot be read: \(error.reason)"
        }
        throw .setting(key: "--cacert or CURL_CA_BUNDLE", why: "\(certificates) \(why)")
    }
}
