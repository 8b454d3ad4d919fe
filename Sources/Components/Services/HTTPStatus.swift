/// The one table of the statuses of HTTP after which the same request may succeed later.
package enum HTTPStatus {
    /// What kind of service is asked, where that decides.
    package enum Service {
        /// It serves files and objects; a GET that is repeated does no harm.
        case files
        /// It gives tokens; the rows are those that Google's own libraries try again, and 502.
        case tokens
        /// It is called, and each call may be billed.
        case calls
    }

    /// Whether a status may be another one when the same is asked again; 429 is a throttle on top of that.
    package static func mayPass(_ status: Int, of service: Service) -> Bool {
        switch status {
        // The request came too slowly, or too many came, or the server fails for now (RFC 9110, RFC 6585).
        case 408, 429, 500, 502, 503, 504: true
        // Only what serves files is asked early, in the words of RFC 8470.
        case 425: service == .files
        // By which Google sends the codes ABORTED and CANCELLED: of a call, which ran against another one.
        case 409, 499: service == .calls
        // The method or the version of HTTP is not known there: a call would fail for ever, a file's server is mended.
        case 501, 505: service == .files
        // No more is known than that it is the server's fault; a sign-in is not tried again for it.
        case 506...599: service != .tokens
        // No status of HTTP: what stands between speaks, and a file costs nothing to ask for again.
        case 600...: service == .files
        default: false
        }
    }
}
