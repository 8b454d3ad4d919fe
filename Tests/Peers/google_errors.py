"""The errors of Google's APIs by name, in their own words (shape: google.rpc.Status as HTTP, AIP-193).

As faults: {"kind": NAME, ...}, NAME being a key of ERRORS. All take "headers" and "worked" (after the work); those of the
quota also "retry_after" (seconds or an HTTP date, as a header) and "retry_delay" ("26s", a google.rpc.RetryInfo).
"""

from peerlib import Response

NAMES = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED",
         500: "INTERNAL", 503: "UNAVAILABLE", 504: "DEADLINE_EXCEEDED"}
TYPE = "type.googleapis.com/google.rpc."
NUMBER = "123456789012"
# google.rpc codes of an error beside one image.
IMAGE_MESSAGES = {
    3: "Bad image data.",
    4: "Deadline expired before operation could complete.",
    5: "Error opening file: gs://bucket/missing.jpg.",
    7: "We're not allowed to access the URL on your behalf. Please download the content and pass it in.",
    8: "Resource has been exhausted (e.g. check quota).",
    13: "Internal server error. Unexpected feature response.",
    14: "We can not access the URL currently. Please download the content and pass it in.",
}


def error(code, message, details=(), headers=(), status=None):
    """A whole request refused."""
    body = {"code": code, "message": message, "status": status or NAMES[code]}
    if details:
        body["details"] = list(details)
    return Response.of_json({"error": body}, code, headers)


def info(reason, **metadata):
    return {"@type": TYPE + "ErrorInfo", "reason": reason, "domain": "googleapis.com",
            "metadata": {"service": "vision.googleapis.com", "consumer": f"projects/{NUMBER}"} | metadata}


def link(description, url):
    return {"@type": TYPE + "Help", "links": [{"description": description, "url": url}]}


def invalid(message, *violations):
    """400, with a field violation for each (field, description)."""
    fields = [{"field": field, "description": words} for field, words in violations]
    return error(400, message, [{"@type": TYPE + "BadRequest", "fieldViolations": fields}] if fields else ())


def html(code, words):
    text = f"<!DOCTYPE html>\n<html lang=en>\n<title>Error {code} ({words})!!1</title>\n<p><b>{code}.</b> <ins>That's an error.</ins>\n"
    return Response(code, text.encode(), "text/html; charset=UTF-8")


def quota(fault, span, value, limit):
    message = (f"Quota exceeded for quota metric 'Label detection requests' and limit 'Label detection requests per {span}' of "
               f"service 'vision.googleapis.com' for consumer 'project_number:{NUMBER}'.")
    details = [info("RATE_LIMIT_EXCEEDED", quota_metric="vision.googleapis.com/label_detection_requests",
                    quota_limit=limit, quota_limit_value=str(value), quota_location="global"),
               link("Request a higher quota limit.", "https://cloud.google.com/docs/quota#requesting_higher_quota")]
    return exhausted(fault, message, details)


def exhausted(fault, message, details=()):
    details = list(details)
    if "retry_delay" in fault:
        details.append({"@type": TYPE + "RetryInfo", "retryDelay": fault["retry_delay"]})
    headers = {"Retry-After": fault["retry_after"]} if "retry_after" in fault else {}
    return error(429, message, details, headers)


def legacy(fault):
    """A quota's 403 of the older sort."""
    reason = fault.get("reason", "userRateLimitExceeded")
    item = {"message": "Rate Limit Exceeded", "domain": "usageLimits", "reason": reason}
    return Response.of_json({"error": {"code": 403, "message": "Rate Limit Exceeded", "errors": [item]}}, 403)


ERRORS = {
    "quota-minute": lambda fault: quota(fault, "minute", 1800, "LabelDetectionRequestsPerMinutePerProject"),
    "quota-day": lambda fault: quota(fault, "day", 20000, "LabelDetectionRequestsPerDayPerProject"),
    "quota-zero": lambda fault: quota(fault, "minute", 0, "LabelDetectionRequestsPerMinutePerProject"),
    "quota-tokens": lambda fault: exhausted(fault, (
        "Insufficient tokens for quota 'DefaultGroup' and limit 'USER-100s' of service 'vision.googleapis.com' for consumer "
        f"'project_number:{NUMBER}'.")),
    "quota-plain": lambda fault: exhausted(fault, "Resource has been exhausted (e.g. check quota).", [
        {"@type": TYPE + "QuotaFailure", "violations": [{"subject": f"project:{NUMBER}", "description": "Requests"}]}]),
    "quota-legacy": legacy,
    "unavailable": lambda fault: error(503, "The service is currently unavailable.",
                                       headers={"Retry-After": fault["retry_after"]} if "retry_after" in fault else {}),
    "internal": lambda fault: error(500, "Internal error encountered."),
    "bad-gateway": lambda fault: html(502, "Server Error"),
    "gateway-timeout": lambda fault: error(504, "Deadline expired before operation could complete."),
    "gateway-timeout-html": lambda fault: html(504, "Server Error"),
    "not-found-html": lambda fault: html(404, "Not Found"),
    "too-large-html": lambda fault: html(413, "Request Entity Too Large"),
    "billing-disabled": lambda fault: error(
        403, f"This API method requires billing to be enabled. Please enable billing on project #{NUMBER} by visiting "
        f"https://console.developers.google.com/billing/enable?project={NUMBER} then retry. If you enabled billing for this "
        "project recently, wait a few minutes for the action to propagate to our systems and retry.",
        [link("Google developers console billing", f"https://console.developers.google.com/billing/enable?project={NUMBER}"),
         info("BILLING_DISABLED")]),
    "service-disabled": lambda fault: error(
        403, f"Cloud Vision API has not been used in project {NUMBER} before or it is disabled. Enable it by visiting "
        f"https://console.developers.google.com/apis/api/vision.googleapis.com/overview?project={NUMBER} then retry. If you "
        "enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.",
        [link("Google developers console API activation",
              f"https://console.developers.google.com/apis/api/vision.googleapis.com/overview?project={NUMBER}"),
         info("SERVICE_DISABLED")]),
    "permission-denied": lambda fault: error(403, "The caller does not have permission"),
    "unauthenticated": lambda fault: error(
        401, "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
        "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
        [info("ACCESS_TOKEN_TYPE_UNSUPPORTED")],
        {"WWW-Authenticate": 'Bearer realm="https://accounts.google.com/", error="invalid_token"'}),
    "key-missing": lambda fault: error(403, "The request is missing a valid API key."),
    "key-invalid": lambda fault: error(400, "API key not valid. Please pass a valid API key.", [info("API_KEY_INVALID")]),
    "bad-request": lambda fault: error(400, "Request must specify image and features."),
    "too-many-images": lambda fault: error(400, "Too many images per request."),
    "payload-size": lambda fault: error(400, "Request payload size exceeds the limit: 10485760 bytes."),
}
