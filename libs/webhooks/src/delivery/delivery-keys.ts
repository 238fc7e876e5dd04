import { createHash } from 'node:crypto';

/**
 * The key of the delivery of an event to a destination: the same whenever it is asked, so that a repetition on any way here
 * is known by it. A UUID (version 8, RFC 9562) made of a hash.
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

/** The id of the first cycle under a key: 24 hex digits. Later cycles have ids of their own. */
export function deliveryIdOf(idempotencyKey: string): string {
  return hashOf(`delivery/${idempotencyKey}`).slice(0, 24);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
