/**
 * What stands on every answer, page or not: nothing is loaded from elsewhere, framed, sniffed or told to other sites.
 * @param publicUrl https has browsers never come back over http.
 */
export function answerHeaders(publicUrl: string): Record<string, string> {
  return {
    "content-security-policy": policy,
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    // Says what holds without it as well: pages of other sites read nothing here.
    "access-control-allow-origin": publicUrl,
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
}

/** For a page whose form leads on to this other origin as well. */
export function policyWithFormsTo(origin: string): string {
  return policyOf(`form-action 'self' ${origin}`);
}

const policyOf = (formAction: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    formAction,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const policy = policyOf("form-action 'self'");
