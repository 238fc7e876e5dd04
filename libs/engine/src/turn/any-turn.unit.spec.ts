import { jest } from '@jest/globals';
import * as fc from 'fast-check';
import { ArbitraryModel } from '../../test/arbitrary-model.js';
import { validGraph } from '../../test/random-graphs.js';
import { takeTurn, turnInput, userSays } from '../../test/turns.js';
import type { ContextGraph } from '../graph/context-graph.js';
import type { InteractionInput, TurnRequest } from '../input/turn-request.js';

const heard: fc.Arbitrary<InteractionInput> = fc.oneof(
  fc.constant<InteractionInput>({ kind: 'skip' }),
  fc.string({ unit: 'grapheme' }).map((text) => userSays(text)),
  fc.string().map((text): InteractionInput => ({ kind: 'external-event', text, externalEvents: [] })),
);
const picks = fc.array(fc.nat(9), { minLength: 1, maxLength: 30 });
/** What models sometimes send: halves of surrogate pairs, and what Postgres can't store. */
const halves = fc.constantFrom('\ud83d', '\ude00', '\u0000', 'a\ud83d');
const pieces = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), halves), { minLength: 1, maxLength: 6 })
  .map((some) => [...some, 'end']);

/** A turn from the first state of any valid graph, with the model's responses. */
const anyTurn = fc.record({ graph: validGraph, input: heard, picks, pieces });
const runs = { numRuns: 200 };

// Far more than it needs, for busy machines.
jest.setTimeout(60_000);

function inputOf(turn: { readonly graph: ContextGraph; readonly input: InteractionInput }): TurnRequest {
  return turnInput(turn.graph, { currentState: 's0', input: turn.input });
}

describe('given any turn of any valid graph', () => {
  it('then the same input and the same responses give the same signals and the same result', async () => {
    await fc.assert(
      fc.asyncProperty(anyTurn, async (turn) => {
        const once = await takeTurn(inputOf(turn), new ArbitraryModel(turn.picks, turn.pieces));
        const again = await takeTurn(
          inputOf(structuredClone(turn)),
          new ArbitraryModel(turn.picks, turn.pieces),
        );
        expect(again).toEqual(once);
      }),
      runs,
    );
  });

  it('then it ends in an action state, by an unbroken chain of transitions', async () => {
    await fc.assert(
      fc.asyncProperty(anyTurn, async (turn) => {
        const request = inputOf(turn);
        const { result } = await takeTurn(request, new ArbitraryModel(turn.picks, turn.pieces));
        const way = ['s0', ...result.transitions.map((transition) => transition.nextState)];
        expect(result.transitions.map((transition) => transition.previousState)).toEqual(way.slice(0, -1));
        expect(way.at(-1)).toBe(result.place.state);
        const final = request.graph.states.find((state) => state.name === result.place.state);
        expect(final?.type).toBe('action');
        expect(result.conversationCompleted).toBe(result.place.state === 'end');
      }),
      runs,
    );
  });

  it('then the pieces make up the message, and it can be stored', async () => {
    await fc.assert(
      fc.asyncProperty(anyTurn, async (turn) => {
        const { signals, result } = await takeTurn(
          inputOf(turn),
          new ArbitraryModel(turn.picks, turn.pieces),
        );
        const said = signals.flatMap((signal) => (signal.type === 'message-piece' ? [signal] : []));
        expect(said.map((piece) => piece.text).join('')).toBe(result.message);
        expect(said.map((piece) => piece.index)).toEqual(said.map((_piece, place) => place));
        expect(said.map((piece) => piece.isFinal)).toEqual(
          said.map((_piece, place) => place === said.length - 1),
        );
        expect(said.every((piece) => piece.text.isWellFormed() && !piece.text.includes('\u0000'))).toBe(true);
      }),
      runs,
    );
  });

  it('then each model call is recorded, and each of its choices is in a decision', async () => {
    await fc.assert(
      fc.asyncProperty(anyTurn, async (turn) => {
        const model = new ArbitraryModel(turn.picks, turn.pieces);
        const { result, calls } = await takeTurn(inputOf(turn), model);
        expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
        const judgements = calls.filter(({ kind }) => kind !== 'engage');
        expect(judgements).toHaveLength(model.judged);
        // Unused messages that were worded ahead are between them.
        expect(calls.filter(({ failure }) => failure === null)).toEqual([...judgements, calls.at(-1)]);
        expect(calls.at(-1)?.kind).toBe('engage');
        const byModel = result.decisions.filter((decision) => decision.judgedBy === 'model');
        expect(byModel.map(({ purpose, callId }) => [purpose, callId])).toEqual(
          judgements.map(({ kind, id }) => [kind, id]),
        );
      }),
      runs,
    );
  });
});
