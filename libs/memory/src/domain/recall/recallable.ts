import type { Recollection } from '@svc/engine';
import { comparable } from '../text/comparable.js';
import type { SourceMemory } from '../user-model/source-memory.js';
import type { UserModelEntry } from '../user-model/user-model.js';

/** A current statement (L3) or a single memory (L1), with what recall weighs. */
export interface Recallable extends Recollection {
  /** From 0 to 1. */
  readonly confidence: number;
}

/** An L1 memory with what recall weighs. */
export interface RecallableMemory extends Pick<SourceMemory, 'memoryId' | 'content' | 'saidAtMs'> {
  readonly context: string;
  readonly confidence: number;
}

/** Maximum of a user model's entries that recall reads: the latest ones. It bounds the work. */
const maxEntries = 500;

/**
 * All that may be recalled of a person: each entry of the user model, and the memories that add to the entries.
 * Superseded memories are left out: they would be shown as if they still held. So are memories without words, whose
 * person is erased.
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
