/**
 * On every response. The API serves data, never documents: nothing may be sniffed, framed, run or cached (OWASP REST
 * security cheat sheet). The ingress sets `strict-transport-security`, since only it knows of TLS.
 */
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
