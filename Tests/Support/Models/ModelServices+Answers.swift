import Crypto

extension ModelServices.State {
    typealias Response = LoopbackServer.Response

    /// What the services answer.
    mutating func answer(_ call: ModelCall) -> Response {
        switch call.path {
        case "/storage/v1/b/flower-bucket/o/models%2Fflowers%20v1.tflite": stored(call, isFirebase: false)
        case "/v0/b/flower-bucket/o/models%2Fflowers%20v1.tflite": stored(call, isFirebase: true)
        case "/files/flowers.tflite": published(call)
        case "/v1/projects/flower-project/installations/": registered(call)
        case "/v1beta2/projects/flower-project/models/flowers:download": announced(call)
        case "/signed/flowers": signed(call)
        case "/identitytoolkit.googleapis.com/v1/accounts:signUp":
            Response(200, "{\"idToken\":\"\(ModelServices.idToken)\",\"refreshToken\":\"r\",\"expiresIn\":\"3600\"}")
        case let path where path.hasPrefix("/v1/projects/flower-project/installations/"): renewed(call)
        default: refusal(404, "no such address: \(call.path)")
        }
    }

    /// The fault that holds for this request, if it is one of some.
    private mutating func take(_ isWanted: (ModelFault) -> Bool) -> ModelFault? {
        guard let place = faults.firstIndex(where: { $0.times > 0 && isWanted($0.fault) }) else { return nil }
        if faults[place].times < .max { faults[place].times -= 1 }
        return faults[place].fault
    }

    /// What goes wrong before a service looks at the request.
    private mutating func wrong(_ call: ModelCall) -> Response? {
        let fault = take {
            switch $0 {
            case .missing, .gone, .tooMany, .failing, .echo: true
            default: false
            }
        }
        switch fault {
        case .missing: return refusal(404, "Not Found.")
        case .gone: return refusal(410, "Gone for good.")
        case .failing: return refusal(503, "The service is currently unavailable.")
        case .tooMany(let wait):
            var response = refusal(429, "Quota exceeded.")
            if let wait { response.headers["Retry-After"] = wait }
            return response
        case .echo:
            let sent = call.request.headers.map { "\($0.name): \($0.value)" }.joined(separator: " ")
            return refusal(403, "refused: \(call.request.target) \(sent)")
        default: return nil
        }
    }

    private func refusal(_ status: Int, _ message: String) -> Response {
        Response(
            status, "{\"error\":{\"code\":\(status),\"message\":\"\(message.filter { $0 != "\"" })\"}}",
            headers: ["Content-Type": "application/json; charset=UTF-8"])
    }

    private mutating func violate(_ words: String) { violations.append(words) }

    // MARK: Cloud Storage

    private mutating func stored(_ call: ModelCall, isFirebase: Bool) -> Response {
        if let wrong = wrong(call) { return wrong }
        let authorization = call.header("authorization")
        if isFirebase {
            if authorization != "Firebase \(ModelServices.idToken)" {
                violate("authorization: \(authorization ?? "none")")
                return refusal(403, "Permission denied. Could not perform this operation")
            }
            if call.header("x-firebase-appcheck") != ModelServices.appCheck { violate("no App Check token") }
            if call.header("x-firebase-gmpid") != ModelServices.appID { violate("no x-firebase-gmpid") }
        } else if let authorization, authorization != "Bearer \(ModelServices.accessToken)" {
            violate("authorization: \(authorization)")
        }
        guard call.query["alt"] == "media" else {
            questions += 1
            return Response(200, metadata(), headers: ["Content-Type": "application/json"])
        }
        if !isFirebase, call.query["generation"] != "\(generation)" { return refusal(404, "No such generation.") }
        return bytes(call, tag: "\"tag-\(generation)\"")
    }

    private mutating func metadata() -> String {
        let size = content.count + (take { $0 == .wrongSize } == nil ? 0 : 1)
        let isWrong = take { $0 == .wrongDigest } != nil
        var hash = MD5()
        hash?.update((isWrong ? content + [0] : content).span)
        let md5 = base64(hash?.finish() ?? [])
        var crc = CRC32C()
        crc.update(content.span)
        let crc32c = base64((0..<4).map { UInt8(truncatingIfNeeded: crc.value >> (24 - 8 * $0)) })
        return "{\"kind\":\"storage#object\",\"generation\":\"\(generation)\",\"size\":\"\(size)\","
            + "\"md5Hash\":\"\(md5)\",\"crc32c\":\"\(crc32c)\"}"
    }

    // MARK: The bytes

    private mutating func bytes(_ call: ModelCall, tag: String?) -> Response {
        downloads += 1
        if call.header("accept-encoding") != nil { violate("a compressed body was asked for") }
        if take({ $0 == .page }) != nil {
            return Response(200, "<html><body>Please sign in</body></html>", headers: ["Content-Type": "text/html"])
        }
        var response = Response(200)
        response.body = content
        if let tag { response.headers["ETag"] = tag }
        if let range = call.header("range") {
            guard range.hasPrefix("bytes="), range.hasSuffix("-"), var start = Int(range.dropFirst(6).dropLast()) else {
                violate("range: \(range)")
                return refusal(400, "bad range")
            }
            let isSame = call.header("if-range").map { $0 == tag } ?? true
            if isSame, take({ $0 == .ignoresRange }) == nil {
                guard start < content.count else { return Response(416) }
                if take({ $0 == .otherPart }) != nil { start = max(0, start - 1) }
                response.status = 206
                response.headers["Content-Range"] = "bytes \(start)-\(content.count - 1)/\(content.count)"
                response.body = Array(content[start...])
            }
        }
        let fault = take {
            switch $0 {
            case .cut, .slow, .stall: true
            default: false
            }
        }
        if case .slow(let rate) = fault { response.bytesPerSecond = rate }
        if case .cut(let count) = fault { response.cutAfter = count }
        if case .stall(let count) = fault { response.stallsAfter = count }
        return response
    }

    private mutating func published(_ call: ModelCall) -> Response {
        if let wrong = wrong(call) { return wrong }
        if case .redirect(let place) = take({ if case .redirect = $0 { true } else { false } }) {
            return Response(302, headers: ["Location": place])
        }
        let tag = "\"tag-\(generation)\""
        if let known = call.header("if-none-match"), known.contains(tag) {
            questions += 1
            return Response(304, headers: take { $0 == .notModifiedWithoutETag } == nil ? ["ETag": tag] : [:])
        }
        return bytes(call, tag: tag)
    }

    // MARK: Firebase ML

    private mutating func keyed(_ call: ModelCall, _ key: String?) -> Response? {
        if key != ModelServices.apiKey {
            violate("API key: \(key ?? "none")")
            return refusal(400, "API key not valid. Please pass a valid API key.")
        }
        if let bundle, call.header("x-ios-bundle-identifier") != bundle {
            return refusal(403, "Requests from this iOS client application <empty> are blocked.")
        }
        if take({ $0 == .otherBundle }) != nil {
            return refusal(403, "Requests from this iOS client application <empty> are blocked.")
        }
        return nil
    }

    private mutating func registered(_ call: ModelCall) -> Response {
        if let refused = keyed(call, call.header("x-goog-api-key")) { return refused }
        registrations += 1
        guard let body = try? JSONText(call.request.body), let id = body["fid"].string, id.utf8.count == 22,
            "cdef".contains(id.first ?? " "), body["authVersion"].string == "FIS_v2",
            body["appId"].string == ModelServices.appID, body["sdkVersion"].string?.hasPrefix("i:") == true
        else {
            violate("installation: \(call.request.text)")
            return refusal(400, "Request contains an invalid argument.")
        }
        let token = "installation-token-\(registrations)"
        installations[id] = token
        return Response(
            200,
            "{\"name\":\"projects/1/installations/\(id)\",\"fid\":\"\(id)\",\"refreshToken\":\"refresh-\(id)\","
                + "\"authToken\":{\"token\":\"\(token)\",\"expiresIn\":\"604800s\"}}")
    }

    private mutating func renewed(_ call: ModelCall) -> Response {
        if let refused = keyed(call, call.header("x-goog-api-key")) { return refused }
        renewals += 1
        let parts = call.path.split(separator: "/")
        let id = parts.count > 4 ? String(parts[4]) : ""
        guard call.header("authorization") == "FIS_v2 refresh-\(id)", call.path.hasSuffix("/authTokens:generate") else {
            violate("renewal: \(call.path)")
            return refusal(401, "The refresh token is not valid.")
        }
        guard installations[id] != nil else { return refusal(404, "Requested entity was not found.") }
        installations[id] = "renewed-token-\(renewals)"
        return Response(200, "{\"token\":\"renewed-token-\(renewals)\",\"expiresIn\":\"604800s\"}")
    }

    private mutating func announced(_ call: ModelCall) -> Response {
        if let wrong = wrong(call) { return wrong }
        if let refused = keyed(call, call.query["key"]) { return refused }
        if take({ $0 == .forgottenInstallation }) != nil { installations = [:] }
        guard let token = call.header("x-goog-firebase-installations-auth"), installations.values.contains(token) else {
            return refusal(401, "Invalid installation auth token.")
        }
        questions += 1
        let tag = "W/\"hash-\(generation)\""
        if call.header("if-none-match") == tag {
            let isBare = take { $0 == .notModifiedWithoutETag } != nil
            let isOther = take { $0 == .notModifiedWithOtherETag } != nil
            return Response(304, headers: isBare ? [:] : ["ETag": isOther ? "\"other\"" : tag])
        }
        let isOver = take { $0 == .expiredAddress } != nil
        let size = content.count + (take { $0 == .wrongSize } == nil ? 0 : 1)
        let address = "http://\(call.header("host") ?? "")/signed/flowers?signature=s3cr3t-signature&over=\(isOver)"
        let end = isOver ? "2020-01-01T00:00:00Z" : "2099-01-01T00:00:00.123456789Z"
        return Response(
            200, "{\"downloadUri\":\"\(address)\",\"expireTime\":\"\(end)\",\"sizeBytes\":\"\(size)\"}",
            headers: ["ETag": tag])
    }

    private mutating func signed(_ call: ModelCall) -> Response {
        for name in ["authorization", "x-goog-firebase-installations-auth", "x-goog-api-key"]
        where call.header(name) != nil { violate("\(name) went to the signed address") }
        if call.query["over"] == "true" {
            return Response(
                400,
                "<?xml version='1.0'?><Error><Code>ExpiredToken</Code><Message>Invalid argument.</Message></Error>",
                headers: ["Content-Type": "application/xml"])
        }
        return bytes(call, tag: "\"tag-\(generation)\"")
    }
}

/// Base 64 with its plain alphabet and padding.
private func base64(_ bytes: [UInt8]) -> String {
    let text = Base64URL.text(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    return String(text) + String(repeating: "=", count: (4 - text.count % 4) % 4)
}
