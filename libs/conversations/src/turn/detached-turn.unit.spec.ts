import fc from 'fast-check';
import { DetachedTurn } from './detached-turn.js';
import type { TurnEvent } from './turn-event.js';

const piece = (text: string, sequenceNumber: number): TurnEvent => ({
  ...{ type: 'new-message', messageId: 'm1', text, sequenceNumber, isLast: false },
});

/** Yields after some waits, as a model does; fails at the end where it is to. */
async function* turnOf(pieces: readonly (readonly [string, number])[], fails: boolean) {
  for (const [index, [text, waits]] of pieces.entries()) {
    for (let wait = 0; wait < waits; wait += 1) await Promise.resolve();
    yield piece(text, index);
  }
  if (fails) throw new Error('The model is down.');
  yield { type: 'interaction-complete', interactionId: 'i1' } as unknown as TurnEvent;
}

const anyTurn = fc.array(fc.tuple(fc.string(), fc.nat(3)), { maxLength: 6 });

describe('a turn whose reader may leave', () => {
  it('ends wherever its reader leaves, and gives what was read in its order', async () => {
    await fc.assert(
      fc.asyncProperty(anyTurn, fc.nat(8), fc.boolean(), async (pieces, readsUntil, fails) => {
        const turn = new DetachedTurn(turnOf(pieces, fails));
        const read: TurnEvent[] = [];
        let failure: unknown;
        try {
          for await (const event of turn.read()) {
            if (read.length === readsUntil) break;
            read.push(event);
          }
        } catch (error) {
          failure = error;
        }
        const whole = pieces.map(([text], index) => piece(text, index));
        expect(read.filter(({ type }) => type === 'new-message')).toEqual(whole.slice(0, readsUntil));
        expect((await turn.completed) !== null).toBe(!fails);
        const readAll = readsUntil > pieces.length || (fails && readsUntil >= pieces.length);
        expect(failure !== undefined).toBe(fails && readAll);
      }),
    );
  });
});
