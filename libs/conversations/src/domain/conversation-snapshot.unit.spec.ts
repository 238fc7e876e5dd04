import { noRecord } from './conversation-command.js';
import { DomainError } from '@svc/errors';
import fc from 'fast-check';
import { complete, fold, history, say, start, type TimedCommand } from '../../test/histories.js';
import { conversationDecider } from './conversation-decider.js';
import type { ConversationEvent } from './conversation-event.js';

/** Commands for the next step; those that its state forbids are skipped. */
const command: fc.Arbitrary<(interaction: number) => TimedCommand> = fc.oneof(
  fc.nat(9_000).map((length) => (interaction: number) => say('x'.repeat(length + 1), `i${interaction}`)),
  fc.tuple(fc.nat(9_000), fc.nat(2)).map(
    ([length, thoughts]) =>
      (interaction: number) =>
        complete(`i${interaction}`, {
          message: 'y'.repeat(length + 1),
          innerThoughts: Array.from({ length: thoughts }, (_value, index) => `thought ${index}`),
        }),
  ),
  fc.constant(() => ({ type: 'VoidInteraction', reason: 'failed', ...noRecord, atMs: 1 }) as const),
  fc.constant(() => ({ type: 'FinishConversation', atMs: 1 }) as const),
);

const anyHistory = fc.array(command, { maxLength: 40 }).map((commands) => {
  const events: ConversationEvent[] = [...history(start(), complete('i1'))];
  let interaction = 1;
  for (const make of commands) {
    const next = make(interaction);
    const asked = next.type === 'StartInteraction' ? make((interaction += 1)) : next;
    try {
      events.push(...conversationDecider.decide(fold(events), asked));
    } catch (rejection) {
      if (!(rejection instanceof DomainError)) throw rejection;
    }
  }
  return events;
});

it('a conversation that continues from a snapshot equals one folded from its first event', () => {
  fc.assert(
    fc.property(anyHistory, fc.nat(), (events, cut) => {
      const place = cut % (events.length + 1);
      const snapshot = JSON.parse(JSON.stringify(fold(events.slice(0, place)))) as ReturnType<typeof fold>;
      expect(fold(events.slice(place), snapshot)).toEqual(fold(events));
    }),
    { numRuns: 200 },
  );
});
