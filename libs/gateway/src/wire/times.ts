import { z } from 'zod';

/** RFC 3339 with an offset: clients refuse a time without one. */
export function toWireTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** A time in an answer. */
export const wireTime = z.iso.datetime({ offset: true });
