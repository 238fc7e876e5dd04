import type { Recollection } from '@svc/engine';
import { comparable } from '../text/comparable.js';
import type { SourceMemory } from '../user-model/source-memory.js';
import type { UserModelEntry } from '../user-model/user-model.js';

/** What holds now (L3), or a single memory beside it (L1), with what recall weighs. */
export interface Recallable extends Recollection {
  /** From 0 to 1. */
  readonly confidence: number;
}

/** An L1 memory with what recall weighs. */
export interface RecallableMemory extends Pick<SourceMemory, 'memoryId' | 'content' | 'saidAtMs'> {
  readonly context: string;
  readonly confidence: number;
}

/** Most entries of a user model that recall looks at: those that were said last. Bounds the work. */
const maxEntries = 500;

/**
 * All that may be recalled of a person: each entry of the user model, and the memories that say more than these. A
 * memory that was superseded is not among them: it would be shown as if it still held. Nor is what has no words: whose it
 * was is erased.
 */
export function recallables(
  entries: readonly UserModelEntry[],
  memories: readonly RecallableMemory[],
): readonly Recallable[] {
  const superseded = new Set(
    entries.flatMap(({ history }) => history.flatMap(({ insightIds }) => insightIds)),
  );
  const said = new Set(entries.map(({ content }) => comparable(content)));
  const known = newest(entries).map(({ content, lastSaidAtMs }): Recallable => {
    return { type: 'known', content, context: '', saidAtMs: lastSaidAtMs, confidence: 1 };
  });
  const further = memories
    .filter(({ memoryId, content }) => !superseded.has(memoryId) && !said.has(comparable(content)))
    .map(({ content, context, saidAtMs, confidence }): Recallable => {
      return { type: 'remembered', content, context, saidAtMs, confidence };
    });
  return [...known, ...further].filter(({ content }) => content !== '');
}

function newest(entries: readonly UserModelEntry[]): readonly UserModelEntry[] {
  if (entries.length <= maxEntries) return entries;
  return entries.toSorted((one, other) => other.lastSaidAtMs - one.lastSaidAtMs).slice(0, maxEntries);
}
