import { comparable } from '../text/comparable.js';
import type { Dimension } from './dimension.js';
import { dimensionsOf } from './dimensions-of.js';
import type { SourceMemory } from './source-memory.js';
import type { Episode, Statement, SupersededStatement, UserModel, UserModelEntry } from './user-model.js';

/** Bounds of a user model. Above them the newest stay; all memories stay. */
export const userModelBounds = { entries: 500, insightIds: 100, history: 20 } as const;

/**
 * The user model of a person's memories (L3): a fold over them in the order in which they were said. A new statement is
 * added, a repeated one is merged, a different one supersedes the earlier one, which stays as history.
 *
 * There is no other input: neither order of arrival nor earlier results. So after a retraction the model is what it
 * would be if the retracted memories had never existed.
 */
export function userModelOf(memories: readonly SourceMemory[], dimensions: readonly Dimension[]): UserModel {
  const ofThings = Map.groupBy(inOrderSaid(memories), keyOf);
  const entries = [...ofThings].map(([key, ofThing]) => entryOf(key, ofThing, dimensions));
  return { entries: newest(entries.filter((entry) => entry !== null)) };
}

/** The episodic user model of one conversation (L2). */
export function episodeOf(
  conversationId: string,
  memories: readonly SourceMemory[],
  dimensions: readonly Dimension[],
): Episode {
  const ofConversation = memories.filter((memory) => memory.conversationId === conversationId);
  return { conversationId, ...userModelOf(ofConversation, dimensions) };
}

/** By time; within a message by index; then by content, which makes the order total. Each once. */
function inOrderSaid(memories: readonly SourceMemory[]): readonly SourceMemory[] {
  const sorted = memories.toSorted(
    (one, other) =>
      one.saidAtMs - other.saidAtMs ||
      byText(one.conversationId, other.conversationId) ||
      one.ordinal - other.ordinal ||
      one.recordedAtMs - other.recordedAtMs ||
      byText(one.memoryId, other.memoryId),
  );
  return [...new Map(sorted.toReversed().map((memory) => [memory.memoryId, memory])).values()].toReversed();
}

function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** The topic of a memory. Compared texts have neither colon nor equals sign, so keys of different kinds differ. */
function keyOf({ fact, content }: SourceMemory): string {
  if (fact === null) return `= ${comparable(content)}`;
  const attribute = comparable(fact.attribute);
  return fact.item === null ? attribute : `${attribute}: ${comparable(fact.item)}`;
}

/** What a memory says on its topic. The same for all memories without a fact, since their content is the key. */
function valueOf({ fact }: SourceMemory): string {
  return fact === null ? '' : comparable(fact.value);
}

/** Consecutive memories that say the same. */
type Run = readonly [SourceMemory, ...SourceMemory[]];

function entryOf(
  key: string,
  ofThing: readonly SourceMemory[],
  dimensions: readonly Dimension[],
): UserModelEntry | null {
  const runs = runsOf(ofThing);
  const current = runs.at(-1);
  if (current === undefined) return null;
  const history = runs.slice(0, -1).map((run, index): SupersededStatement => {
    const next = runs[index + 1] ?? current;
    return { ...statementOf(run), supersededAtMs: next[0].saidAtMs };
  });
  return {
    key,
    ...statementOf(current),
    dimensions: dimensionsOf(current[0], dimensions),
    history: history.slice(-userModelBounds.history),
  };
}

function runsOf(ofThing: readonly SourceMemory[]): readonly Run[] {
  const runs: [SourceMemory, ...SourceMemory[]][] = [];
  for (const memory of ofThing) {
    const run = runs.at(-1);
    if (run !== undefined && valueOf(run[0]) === valueOf(memory)) run.push(memory);
    else runs.push([memory]);
  }
  return runs;
}

function statementOf(run: Run): Statement {
  return {
    content: run[0].content,
    insightIds: run.map(({ memoryId }) => memoryId).slice(-userModelBounds.insightIds),
    firstSaidAtMs: run[0].saidAtMs,
    lastSaidAtMs: run.at(-1)?.saidAtMs ?? run[0].saidAtMs,
    recordedAtMs: run.reduce((first, { recordedAtMs }) => Math.min(first, recordedAtMs), Infinity),
  };
}

/** The latest entries, in their existing order. */
function newest(entries: readonly UserModelEntry[]): readonly UserModelEntry[] {
  const kept = new Set(
    entries.toSorted((one, other) => other.lastSaidAtMs - one.lastSaidAtMs).slice(0, userModelBounds.entries),
  );
  return entries.filter((entry) => kept.has(entry));
}
