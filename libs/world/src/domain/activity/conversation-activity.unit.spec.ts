import fc from 'fast-check';
import { timesOf } from './activity-counts.js';
import {
  conversationActivityDecider as decider,
  type ConversationActivityState,
  type ConversationFact,
} from './conversation-activity.js';

const startedAtMs = Date.UTC(2026, 10, 23, 23, 59);
const conversation = {
  ...{ conversationId: 'c', serviceId: 's', agentId: 'a', channel: 'web', direction: 'inbound' },
  ...{ credentialId: null, startedAtMs },
};
const start: ConversationFact = { type: 'CountStart', sourceVersion: 1, conversation };
const activity = (
  sourceVersion: number,
  of: 'conversation.turn' | 'tool.failed' | 'escalation.requested',
): ConversationFact => ({
  type: 'CountActivity',
  ...{ sourceVersion, activity: of, happenedAtMs: startedAtMs + sourceVersion * 30_000 },
  durationMs: of === 'tool.failed' ? 40 : null,
});
const end = (sourceVersion: number): ConversationFact => ({
  type: 'CountEnd',
  ...{ sourceVersion, isCompleted: true, endedAtMs: startedAtMs + 90_000 },
});

function fold(facts: readonly ConversationFact[]): ConversationActivityState {
  let state = decider.initialState;
  for (const fact of facts)
    for (const event of decider.decide(state, { ...fact, atMs: 0 })) state = decider.evolve(state, event);
  return state;
}

describe('what is counted of a conversation', () => {
  it('given turns on both sides of midnight in UTC, when it ends, then each day has its counts', () => {
    const facts = [start, activity(2, 'conversation.turn'), activity(3, 'conversation.turn'), end(4)];
    expect(fold(facts)?.counts).toEqual([
      {
        day: '2026-11-23',
        ...{ activity: 'conversation.started', count: 1, measured: 0, durationMs: 0 },
      },
      { day: '2026-11-24', activity: 'conversation.turn', count: 2, measured: 0, durationMs: 0 },
      { day: '2026-11-24', activity: 'conversation.completed', count: 1, measured: 1, durationMs: 90_000 },
    ]);
  });

  it('given a conversation that was never counted, as a simulation, when facts of it come, then none counts', () => {
    expect(fold([activity(2, 'conversation.turn'), end(3)])).toBeNull();
  });

  it('given a discarded conversation, when facts of it come again, then it still counts nowhere', () => {
    const facts: ConversationFact[] = [start, { type: 'Uncount', sourceVersion: 2 }];
    expect(fold([...facts, ...facts, activity(3, 'conversation.turn')])).toMatchObject({ isUncounted: true });
  });

  it('comes to the same figures however often parts of its stream are delivered again', () => {
    const kind = fc.constantFrom('conversation.turn', 'tool.failed', 'escalation.requested');
    fc.assert(
      fc.property(
        fc.array(kind, { maxLength: 12 }),
        fc.array(fc.nat({ max: 13 }), { maxLength: 6 }),
        (kinds, restarts) => {
          const stream = [start, ...kinds.map((of, index) => activity(index + 2, of))];
          const whole = [...stream, end(stream.length + 1)];
          // Each restart delivers once more from an earlier place, up to where the stream has come.
          const delivered = whole.flatMap((fact, place) => [
            fact,
            ...restarts.flatMap((from) => (from <= place ? whole.slice(from, place + 1) : [])),
          ]);
          const state = fold(delivered);
          expect(state).toEqual(fold(whole));
          expect(timesOf(state?.counts ?? [], 'conversation.turn')).toBe(
            kinds.filter((of) => of === 'conversation.turn').length,
          );
        },
      ),
    );
  });
});
