import { createHash } from 'node:crypto';

/**
 * The key of an event's delivery to a destination: always the same, so that receivers recognize a repetition. A UUID
 * (version 8, RFC 9562) from a hash.
 */
export function idempotencyKeyOf(destinationId: string, eventId: string): string {
  const hex = hashOf(`${destinationId}/${eventId}`);
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
  ];
  return [...groups, hex.slice(20, 32)].join('-');
}

/** The id of the first cycle under a key: 24 hex digits. Later cycles have their own ids. */
export function deliveryIdOf(idempotencyKey: string): string {
  return hashOf(`delivery/${idempotencyKey}`).slice(0, 24);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
