import { comparable } from '../text/comparable.js';
import type { Insight } from '../user-model/insight.js';
import type { UserModel } from '../user-model/user-model.js';

/** Something known of a person that may be shown to the model. */
export interface Recallable {
  /** What holds now (L3), or a single memory beside it (L1). */
  readonly type: 'known' | 'remembered';
  readonly content: string;
  /** What was talked about when it was said; empty for what is known from several memories. */
  readonly context: string;
  /** Milliseconds since the Unix epoch. */
  readonly lastSaidAtMs: number;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** An L1 memory with what recall weighs. */
export interface RecallableMemory extends Pick<Insight, 'memoryId' | 'content' | 'saidAtMs'> {
  readonly context: string;
  readonly confidence: number;
}

/**
 * All that may be recalled of a person: each entry of the user model, and the memories that say more than these. A
 * memory that was superseded is not among them: it would be shown as if it still held.
 */
export function recallables(
  { entries }: UserModel,
  memories: readonly RecallableMemory[],
): readonly Recallable[] {
  const superseded = new Set(
    entries.flatMap(({ history }) => history.flatMap(({ insightIds }) => insightIds)),
  );
  const said = new Set(entries.map(({ content }) => comparable(content)));
  const known = entries.map(({ content, lastSaidAtMs }): Recallable => {
    return { type: 'known', content, context: '', lastSaidAtMs, confidence: 1 };
  });
  const further = memories
    .filter(({ memoryId, content }) => !superseded.has(memoryId) && !said.has(comparable(content)))
    .map(({ content, context, saidAtMs, confidence }): Recallable => {
      return { type: 'remembered', content, context, lastSaidAtMs: saidAtMs, confidence };
    });
  return [...known, ...further];
}
