import { WebhookVerificationError } from './webhook-verification-error.js';

export interface WebhookSignature {
  /** The body byte for byte as it came. */
  readonly payload: string | Uint8Array;
  /** `x-svc-request-signature`: hex, also with `sha256=` before it; several, separated by commas, while a secret rotates. */
  readonly signature: string;
  /** The secret of the destination, as text. */
  readonly secret: string;
  /**
   * `x-svc-request-timestamp`: seconds, milliseconds or microseconds since the Unix epoch, told apart by their size, or a date.
   * Absent: only the payload is signed, and its age is not known. Undefined or empty, as a header that has not come: refused.
   */
  readonly timestamp?: string | number | Date;
  /** How far the timestamp may be from now, in either direction. Default: 5 minutes. */
  readonly maxAgeMs?: number;
  /** Default: the clock of this machine. */
  readonly nowMs?: number;
}

const defaultMaxAgeMs = 300_000;
const maxSignatures = 4;

/**
 * Resolves if the webhook is genuine: HMAC-SHA256 over `v1:<timestamp>:<payload>`, compared in constant time.
 *
 * @throws WebhookVerificationError where it is not; TypeError where an argument is missing
 */
export async function verifyWebhookSignature(webhook: WebhookSignature): Promise<void>;
export async function verifyWebhookSignature(
  payload: string | Uint8Array,
  signature: string,
  secret: string,
): Promise<void>;
export async function verifyWebhookSignature(
  first: WebhookSignature | string | Uint8Array,
  givenSignature?: string,
  givenSecret?: string,
): Promise<void> {
  const isPayload = typeof first === 'string' || first instanceof Uint8Array;
  const webhook = isPayload
    ? { payload: first, signature: givenSignature ?? '', secret: givenSecret ?? '' }
    : first;
  const { payload, signature, secret, timestamp, maxAgeMs = defaultMaxAgeMs, nowMs = Date.now() } = webhook;
  for (const [name, value] of Object.entries({ signature, secret }))
    if (typeof value !== 'string' || value === '')
      throw new TypeError(`verifyWebhookSignature needs a ${name}.`);
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array))
    throw new TypeError('verifyWebhookSignature needs the payload as it came: a text or bytes.');
  if (!isPayload && 'timestamp' in webhook && !isGiven(timestamp))
    throw new WebhookVerificationError('There is no timestamp: the request may be a repetition.');
  if (timestamp !== undefined) requireRecent(timestamp, maxAgeMs, nowMs);
  const signed = timestamp === undefined ? encode(payload) : signedBytes(timestamp, payload);
  const key = await crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const candidates = signature.split(',').slice(0, maxSignatures);
  // `verify` compares in constant time.
  const matches = await Promise.all(
    candidates.map(async (candidate) => {
      const bytes = fromHex(candidate.trim().replace(/^sha256=/i, ''));
      return bytes !== undefined && (await crypto.subtle.verify('HMAC', key, bytes, signed));
    }),
  );
  if (!matches.includes(true))
    throw new WebhookVerificationError('The signature does not belong to this body and secret.');
}

const isGiven = (timestamp: unknown) => timestamp !== undefined && timestamp !== null && timestamp !== '';

function requireRecent(timestamp: string | number | Date, maxAgeMs: number, nowMs: number): void {
  const atMs = toMs(timestamp);
  if (!(Math.abs(nowMs - atMs) <= maxAgeMs))
    throw new WebhookVerificationError(
      `The timestamp is more than ${maxAgeMs} ms from now, or can't be read: the request may be a repetition.`,
    );
}

/** Below 1e12 they are seconds (until the year 33658), below 1e15 milliseconds, above microseconds. */
function toMs(timestamp: string | number | Date): number {
  if (timestamp instanceof Date) return timestamp.getTime();
  const text = String(timestamp).trim();
  if (!/^\d+(\.\d+)?$/.test(text)) return Date.parse(text);
  const value = Number(text);
  if (value < 1e12) return value * 1_000;
  return value < 1e15 ? value : value / 1_000;
}

function signedBytes(
  timestamp: string | number | Date,
  payload: string | Uint8Array,
): Uint8Array<ArrayBuffer> {
  const text = timestamp instanceof Date ? String(timestamp.getTime()) : String(timestamp).trim();
  const head = encode(`v1:${text}:`);
  const body = encode(payload);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

function encode(value: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(value);
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[0-9a-f]{64}$/i.test(hex)) return undefined;
  return Uint8Array.from({ length: 32 }, (_, index) => parseInt(hex.slice(index * 2, index * 2 + 2), 16));
}
