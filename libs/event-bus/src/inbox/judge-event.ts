import type { PublicEvent } from '../public-event.js';

/** A consumer's position in a stream. */
export interface Applied {
  /** Version and hash of the latest public event that was applied; 0 and 32 zero bytes: none yet. */
  readonly version: number;
  readonly hash: Buffer;
}

export const nothingApplied: Applied = { version: 0, hash: Buffer.alloc(32) };

/**
 * `next`: it follows what was applied. `repeat`: it was applied. `gap`: events between have not come. `diverged`: its
 * owner's stream is not the one that was applied, as after a restore from a backup.
 */
export type Verdict = 'next' | 'repeat' | 'gap' | 'diverged';

export function judgeEvent(event: PublicEvent, applied: Applied): Verdict {
  if (event.streamVersion < applied.version) return 'repeat';
  if (event.streamVersion === applied.version) return event.hash.equals(applied.hash) ? 'repeat' : 'diverged';
  if (event.previousVersion > applied.version) return 'gap';
  // The owner has no public event where one was applied.
  if (event.previousVersion < applied.version) return 'diverged';
  return event.previousHash.equals(applied.hash) ? 'next' : 'diverged';
}
