/**
 * Key part that marks possibly personal data. Such keys are left out of logs and spans unless the installer enables
 * them.
 */
const personalMark = '.pii.';

const secretName =
  /(authorization|cookie|password|secret|token|api-?key|private-?key|master-?key|credentials?|connection-?string|database-?url)$/i;
const harmlessName = /continuation-?token$/i;
const secretInText = /(\bbearer\s+|\bbasic\s+)[\w.~+/=-]+|(\/\/[^\s/:@]+:)[^\s/@]+(?=@)/gi;

/** Deeper values are cut off: a log line is not a dump. */
const deepest = 6;
const redacted = '[redacted]';

export function isPersonalKey(key: string): boolean {
  return key.includes(personalMark);
}

function isSecretKey(key: string): boolean {
  const name = key.replaceAll('_', '-');
  return secretName.test(name) && !harmlessName.test(name);
}

/** Removes credentials from texts of others, such as a driver's messages. */
function withoutSecrets(text: string): string {
  return text.replace(secretInText, `$1$2${redacted}`);
}

/**
 * A copy for the log: secrets replaced, personal keys removed unless enabled, errors as plain objects, depth bounded.
 */
export function loggable(value: unknown, keepPersonal: boolean, depth = 0): unknown {
  if (value instanceof Error) return loggableError(value, keepPersonal, depth);
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`;
  if (depth >= deepest) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => loggable(item, keepPersonal, depth + 1));
  const entries = Object.entries(value).filter(([key]) => keepPersonal || !isPersonalKey(key));
  return Object.fromEntries(
    entries.map(([key, inner]) => [
      key,
      isSecretKey(key) ? redacted : loggable(inner, keepPersonal, depth + 1),
    ]),
  );
}

function loggableError(error: Error, keepPersonal: boolean, depth: number): unknown {
  const { code, privateDetail } = error as { code?: unknown; privateDetail?: unknown };
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof privateDetail === 'string' ? { private_detail: withoutSecrets(privateDetail) } : {}),
    ...(error.cause === undefined || depth >= deepest
      ? {}
      : { cause: loggable(error.cause, keepPersonal, depth + 1) }),
  };
}
