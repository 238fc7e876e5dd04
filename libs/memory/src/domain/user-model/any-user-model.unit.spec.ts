import fc from 'fast-check';
import { withoutRetracted } from '../../../test/source-memories.js';
import { defaultDimensions } from './dimension.js';
import type { SourceMemory } from './source-memory.js';
import type { Retraction } from './retraction.js';
import { episodeOf, userModelOf } from './user-model-of.js';

/** Few ids, times and values, so that they collide often. */
const few = (prefix: string) => fc.integer({ min: 0, max: 3 }).map((number) => `${prefix}${number}`);
const values = fc.constantFrom('Berlin', 'berlin', 'Munich', 'yes', 'no', '…');
const facts = fc.option(
  fc.record({
    attribute: fc.constantFrom('home', 'allergy', 'shoe size'),
    item: fc.option(fc.constantFrom('nuts', 'Nuts', 'cats')),
    value: values,
  }),
);
const anySourceMemory: fc.Arbitrary<SourceMemory> = fc.record({
  memoryId: fc.integer({ min: 0, max: 30 }).map((number) => `m${number}`),
  conversationId: few('c'),
  ordinal: fc.integer({ min: 0, max: 4 }),
  content: fc.oneof(fc.string({ unit: 'grapheme' }), values),
  fact: facts,
  saidAtMs: fc.integer({ min: 0, max: 5 }),
  recordedAtMs: fc.integer({ min: 0, max: 5 }),
  messageIds: fc.array(few('message'), { minLength: 1, maxLength: 3 }),
});
/** Each id belongs to one memory. */
const anySourceMemories = fc.uniqueArray(anySourceMemory, {
  maxLength: 20,
  selector: ({ memoryId }) => memoryId,
});
const anyRetraction: fc.Arbitrary<Retraction> = fc.oneof(
  few('c').map((conversationId) => ({ type: 'conversation' as const, conversationId })),
  few('message').map((messageId) => ({ type: 'message' as const, messageId })),
  fc.integer({ min: 0, max: 30 }).map((number) => ({ type: 'memory' as const, memoryId: `m${number}` })),
);

const modelOf = (memories: readonly SourceMemory[]) => userModelOf(memories, defaultDimensions);

describe('given any memories of a person', () => {
  it('then the order in which they arrive does not matter', () => {
    fc.assert(
      fc.property(
        anySourceMemories.chain((memories) => fc.tuple(fc.constant(memories), shuffled(memories))),
        ([memories, others]) => expect(modelOf(others)).toEqual(modelOf(memories)),
      ),
    );
  });

  it('then memories that arrive again change nothing', () => {
    fc.assert(
      fc.property(
        anySourceMemories.chain((memories) => fc.tuple(fc.constant(memories), fc.subarray(memories))),
        ([memories, again]) => expect(modelOf([...memories, ...again])).toEqual(modelOf(memories)),
      ),
    );
  });

  it('then adding and retracting a conversation restores the earlier model', () => {
    fc.assert(
      fc.property(anySourceMemories, fc.array(anySourceMemory, { maxLength: 10 }), (memories, added) => {
        const before = memories.filter(({ conversationId }) => conversationId !== 'c9');
        const later = added.map((one, index) => ({
          ...one,
          memoryId: `later${index}`,
          conversationId: 'c9',
        }));
        const left = withoutRetracted(
          [...before, ...later],
          [{ type: 'conversation', conversationId: 'c9' }],
        );
        expect(modelOf(left)).toEqual(modelOf(before));
      }),
    );
  });

  it('then a retraction leaves nothing, neither in current statements nor in the history', () => {
    fc.assert(
      fc.property(anySourceMemories, fc.array(anyRetraction, { maxLength: 4 }), (memories, retractions) => {
        const left = withoutRetracted(memories, retractions);
        const known = new Set(left.map(({ memoryId }) => memoryId));
        for (const { insightIds, history } of modelOf(left).entries) {
          for (const id of [insightIds, history.map((statement) => statement.insightIds)].flat(2)) {
            expect(known).toContain(id);
          }
        }
        for (const { conversationId, messageIds, memoryId } of left) {
          expect(retractions).not.toContainEqual({ type: 'conversation', conversationId });
          expect(retractions).not.toContainEqual({ type: 'memory', memoryId });
          for (const messageId of messageIds)
            expect(retractions).not.toContainEqual({ type: 'message', messageId });
        }
      }),
    );
  });

  it('then each memory is in one place, each entry has its own topic, and times are ascending', () => {
    fc.assert(
      fc.property(anySourceMemories, (memories) => {
        const { entries } = modelOf(memories);
        expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
        const statements = entries.flatMap((entry) => [...entry.history, entry]);
        expect(statements.flatMap(({ insightIds }) => insightIds).toSorted()).toEqual(
          memories.map(({ memoryId }) => memoryId).toSorted(),
        );
        for (const entry of entries) {
          for (const [index, statement] of entry.history.entries()) {
            const next = entry.history[index + 1] ?? entry;
            expect(statement.lastSaidAtMs).toBeLessThanOrEqual(statement.supersededAtMs);
            expect(statement.supersededAtMs).toBe(next.firstSaidAtMs);
          }
        }
      }),
    );
  });

  it('then an episode is the user model of a person who had only that conversation', () => {
    fc.assert(
      fc.property(anySourceMemories, few('c'), (memories, conversationId) => {
        const others = [...new Set(memories.map((one) => one.conversationId))].filter(
          (id) => id !== conversationId,
        );
        const alone = withoutRetracted(
          memories,
          others.map((id) => ({ type: 'conversation', conversationId: id })),
        );
        expect(episodeOf(conversationId, memories, defaultDimensions).entries).toEqual(
          modelOf(alone).entries,
        );
      }),
    );
  });
});

function shuffled<Item>(items: readonly Item[]): fc.Arbitrary<readonly Item[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length });
}
