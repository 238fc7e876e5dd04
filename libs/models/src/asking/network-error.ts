import type { ModelErrorKind } from '@svc/engine';

/** Codes of Node and its HTTP client that mean something other than a failed connection. */
const kindByCode: ReadonlyMap<string, ModelErrorKind> = new Map<string, ModelErrorKind>(
  Object.entries({
    ECONNRESET: 'unavailable',
    EPIPE: 'unavailable',
    UND_ERR_SOCKET: 'unavailable',
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'unavailable',
    UND_ERR_HEADERS_TIMEOUT: 'timeout',
    UND_ERR_BODY_TIMEOUT: 'timeout',
  } as const),
);
const connectCode =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ECONNABORTED|ENOENT|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|CERT_\w+|\w*SELF_SIGNED\w*|UNABLE_TO_\w+)$/;

export interface NetworkErrorKind {
  readonly kind: ModelErrorKind;
  readonly code: string;
}

/** Bound of the causes around a socket's error. */
const maxCauses = 6;

/** The kind of network error, by the first code in a chain of causes; null for other errors. */
export function networkErrorKind(error: unknown): NetworkErrorKind | null {
  let current: unknown = error;
  for (let depth = 0; depth < maxCauses && typeof current === 'object' && current !== null; depth += 1) {
    const code: unknown = 'code' in current ? current.code : null;
    if (typeof code === 'string') {
      const kind = kindByCode.get(code) ?? (connectCode.test(code) ? 'unreachable' : null);
      if (kind !== null) return { kind, code };
    }
    current = 'cause' in current ? current.cause : null;
  }
  return null;
}
