import { z } from 'zod';

/** RFC 3339 with an offset: clients reject a time without one. */
export function toWireTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** A time in a response. */
export const wireTime = z.iso.datetime({ offset: true });
