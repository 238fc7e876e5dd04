/**
 * On every answer. The API serves data, never documents: nothing in it may be sniffed, framed, run or kept by a cache
 * (OWASP REST security cheat sheet). `strict-transport-security` is the ingress's, which alone knows of TLS.
 */
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
