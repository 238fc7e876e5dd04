import { createHmac } from 'node:crypto';

const standardPrefix = 'whsec_';

export interface SignedDelivery {
  readonly idempotencyKey: string;
  readonly body: string;
  readonly sequenceNumber: number | null;
}

export interface SigningOptions {
  /** `svc` in `x-svc-request-signature`. */
  readonly word: string;
  /** Of the attempt. */
  readonly atMs: number;
  /** `whsec_…`; while two sign, the newer one first. */
  readonly secrets: readonly string[];
  readonly requestId: string;
}

/**
 * The headers of an attempt. Ours sign `v1:<timestamp in microseconds>:<body>` by HMAC-SHA256 in hex, under the UTF-8
 * bytes of the whole secret; a comma separates two signatures. Those of Standard Webhooks sign `<id>.<timestamp in
 * seconds>.<body>`, under the bytes that the secret's base64 decodes to.
 */
export function signedHeaders(
  { idempotencyKey, body, sequenceNumber }: SignedDelivery,
  { word, atMs, secrets, requestId }: SigningOptions,
): Readonly<Record<string, string>> {
  const microseconds = String(atMs * 1_000);
  const seconds = String(Math.floor(atMs / 1_000));
  const ours = secrets.map((secret) =>
    createHmac('sha256', secret).update(`v1:${microseconds}:${body}`).digest('hex'),
  );
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(standardPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${idempotencyKey}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': `${word}-webhooks`,
    'x-request-id': requestId,
    [`x-${word}-idempotent-key`]: idempotencyKey,
    [`x-${word}-request-timestamp`]: microseconds,
    [`x-${word}-request-signature`]: ours.join(','),
    ...(sequenceNumber !== null && { [`x-${word}-sequence-number`]: String(sequenceNumber) }),
    'webhook-id': idempotencyKey,
    'webhook-timestamp': seconds,
    'webhook-signature': standard.join(' '),
  };
}
