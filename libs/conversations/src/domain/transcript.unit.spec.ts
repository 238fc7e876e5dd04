import { compileGraph } from '@svc/definitions/classic';
import { TurnRecorder, defaultTurnLimits, runTurn } from '@svc/engine';
import { turnPorts } from '@svc/engine/turn-ports';
import fc from 'fast-check';
import { ScriptedModel } from '../../test/scripted-model.js';
import { testGraph, testProfile } from '../../test/definitions.js';
import { keepNewest } from './transcript.js';

const limit = defaultTurnLimits.maxTranscriptCharacters;
const message = (length: number) => ({ type: 'user-message', text: 'x'.repeat(length) }) as const;

describe('the transcript that a conversation keeps', () => {
  it.each([
    [[limit / 2], 1],
    [[limit / 2, limit / 2], 2],
    [[limit / 2, limit / 2, 1], 1],
    [[5, 6, limit / 4, limit / 2, limit / 4], 1],
    [[5, 6, limit / 4, limit / 2, limit / 4 - 11], 5],
  ])('given messages of %j characters, then the newest %i are kept', (lengths, kept) => {
    const transcript = lengths.map(message);
    expect(keepNewest(transcript, limit)).toEqual(transcript.slice(lengths.length - kept));
  });

  it('given a message of more than half of it, then its beginning and its end are kept', () => {
    const [kept] = keepNewest([{ type: 'user-message', text: `Begin${'x'.repeat(limit)}end` }], limit);
    expect(kept?.text).toMatch(/^Beginx+ \[… left out …\] x+end$/);
    expect(kept?.text.length).toBeLessThanOrEqual(limit / 2);
  });

  it('given notes that are made in each turn, then what is kept does not grow with them, and prompts are the same', async () => {
    const noted = ['A', 'B'].map((note) => ({ type: 'agent-inner-thought', text: note.repeat(99) }) as const);
    const turns = Array.from({ length: 500 }, () => [...noted, message(2)]);
    const kept = turns.reduce<ReturnType<typeof keepNewest>>(
      (state, turn) => keepNewest([...state, ...turn], limit),
      [],
    );
    expect(kept.filter(({ type }) => type === 'user-message')).toHaveLength(turns.length);
    expect(kept.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(
      limit + 2 * turns.length,
    );
    expect(await promptOn(kept)).toEqual(await promptOn(turns.flat()));
  });

  it('then the model sees the same as with the whole transcript', async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: limit / 2 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(lengths, async (given) => {
        const whole = given.map(message);
        expect(await shownTo(keepNewest(whole, limit))).toEqual(await shownTo(whole));
      }),
      { numRuns: 50 },
    );
  });
});

/** The transcript that the engine puts before the model. */
async function shownTo(transcript: ReturnType<typeof keepNewest>): Promise<unknown> {
  return (await engagedOn(transcript))?.task.transcript;
}

/** The text part of what the model is told. */
async function promptOn(transcript: ReturnType<typeof keepNewest>): Promise<unknown> {
  return (await engagedOn(transcript))?.messages;
}

async function engagedOn(transcript: ReturnType<typeof keepNewest>) {
  const model = new ScriptedModel();
  const ports = turnPorts(model, new TurnRecorder((_use, text) => text));
  const input = {
    interactionId: 'i1',
    agent: testProfile,
    graph: compileGraph(testGraph),
    graphVersion: ['g1', 7],
    place: { graph: ['g1', 7], state: 'talk' },
    fallen: [],
    messages: 0,
    summary: null,
    returns: [],
    collection: null,
    graphs: [],
    toolCalls: [],
    tools: [],
    session: {},
    channel: null,
    tried: [],
    transcript,
    input: { kind: 'skip' },
    user: {
      displayName: null,
      preferredLanguage: null,
      timezone: null,
      additionalContext: [],
      isReturning: false,
      recollections: [],
    },
    limits: defaultTurnLimits,
  } as const;
  for await (const _signal of runTurn(input, ports, new AbortController().signal));
  return model.engaged[0];
}
