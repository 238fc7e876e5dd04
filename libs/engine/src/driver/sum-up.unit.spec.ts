import { attempt } from '../../test/attempts.js';
import { actionState, graphOf } from '../../test/graphs.js';
import { ScriptedModel } from '../../test/scripted-model.js';
import { summedUp, turnPorts } from '../../test/turn-ports.js';
import { summaryOf, takeTurn, testHash, turnInput, userSays } from '../../test/turns.js';
import type { AttemptListener } from '../model/model-attempt.js';
import { ModelError } from '../model/model-error.js';
import type { WordsRequest } from '../model/model-port.js';
import { TurnRecorder } from '../recording/turn-recorder.js';
import { defaultTurnLimits, type TurnContext } from '../input/turn-request.js';

const graph = graphOf([
  actionState('desk', { actions: ['Ask for the title', 'Offer a seat'] }),
  actionState('end'),
]);
const fallen = [
  { type: 'agent-message', text: 'What do you look for?' },
  { type: 'user-message', text: 'A book about whales.' },
] as const;
const transcript = [{ type: 'user-message', text: 'A large one' }] as const;
const ground = (changes: Partial<TurnContext> = {}): TurnContext =>
  turnInput(graph, { currentState: 'desk', transcript, ...changes });
const full = (changes: Partial<TurnContext> = {}): TurnContext => ground({ messages: 3, fallen, ...changes });

type Words = (
  request: WordsRequest,
  signal: AbortSignal,
  onAttempt: AttemptListener,
) => AsyncIterable<string>;

async function* inOrder(...[, , onAttempt]: Parameters<Words>) {
  yield '  They want a book ';
  yield 'about whales. ';
  onAttempt(attempt(['  They want a book ', 'about whales. ']));
}

/** Summarizes as `words` does. */
class Summing extends ScriptedModel {
  readonly asked: WordsRequest[] = [];

  constructor(private readonly words: Words = inOrder) {
    super();
  }

  override async *generate(...of: Parameters<Words>): AsyncIterable<string> {
    this.asked.push(of[0]);
    yield* this.words(...of);
  }
}

async function summed(model: Summing, input = full(), signal = new AbortController().signal) {
  const recorder = new TurnRecorder(testHash);
  const summary = await summedUp(input, 'i1', turnPorts(model, recorder), signal);
  return { summary, calls: recorder.calls() };
}

describe('given a conversation of which a block has fallen out of the window', () => {
  it('then the model summarizes that block, and not what is still shown', async () => {
    const model = new Summing();
    const { summary, calls } = await summed(model);
    expect(summary).toEqual({ text: 'They want a book about whales.', messages: 2 });
    expect(calls).toMatchObject([{ id: 'i1/m.summarize.desk.1', failure: null }]);
    const asked = JSON.stringify(model.asked[0]?.messages);
    expect(asked).toContain('A book about whales.');
    expect(asked).not.toContain('A large one');
  });

  it('then its prompt begins like those that showed the block', async () => {
    const model = new Summing();
    await summed(model);
    const before = new ScriptedModel({ choices: ['Offer a seat'] });
    const { user, agent } = ground();
    await takeTurn(
      turnInput(graph, { currentState: 'desk', transcript: fallen, user, agent, input: userSays('Well') }),
      before,
    );
    const shared = model.asked[0]?.messages.slice(0, 3);
    for (const { messages } of [...before.judged, ...before.engaged])
      expect(messages.slice(0, 3)).toEqual(shared);
  });

  it('when there is a summary already, then the new one includes it', async () => {
    const model = new Summing();
    const known = { text: 'They are called Bo.', messages: 4, askedMessages: 4 };
    const input = full({ summary: known, messages: 7 });
    expect((await summed(model, input)).summary).toEqual({
      text: 'They want a book about whales.',
      messages: 6,
    });
    expect(JSON.stringify(model.asked[0]?.messages)).toContain('They are called Bo.');
  });

  it('when the model fails, then there is no summary, and the call is recorded with the failure', async () => {
    const model = new Summing(async function* (_request, _signal, onAttempt) {
      yield 'They';
      onAttempt(attempt(['They'], { failure: 'unavailable' }));
      throw new ModelError('unavailable');
    });
    const { summary, calls } = await summed(model);
    expect(summary).toEqual({ text: null, messages: 2 });
    expect(calls).toMatchObject([{ kind: 'summarize', failure: 'unavailable' }]);
  });

  it('when the model returns nothing, or only blanks, then the summary is empty, and that is no failure', async () => {
    for (const pieces of [[], [' ', ' \n']]) {
      const model = new Summing(async function* (_request, _signal, onAttempt) {
        yield* pieces;
        onAttempt(attempt(pieces));
      });
      const { summary, calls } = await summed(model);
      expect(summary).toEqual({ text: '', messages: 2 });
      expect(calls).toMatchObject([{ kind: 'summarize', failure: null }]);
    }
  });

  describe('when more has fallen out than one summary can be made of', () => {
    const long = Array.from({ length: 40 }, (_, place) => ({
      type: 'user-message' as const,
      text: `Fact ${place}: ${'it was a long day '.repeat(40)}`,
    }));
    const backlog = full({ fallen: long, messages: long.length + 1 });

    it('then the oldest part is summarized, and the summary says how much it covers', async () => {
      const small = new Summing();
      Object.assign(small, { settings: { context_tokens: 8_192 } });
      const { summary } = await summed(small, backlog);
      const asked = JSON.stringify(small.asked[0]?.messages);
      const covered = summary?.messages ?? 0;
      expect(covered).toBeGreaterThan(5);
      expect(covered).toBeLessThan(40);
      expect(asked).toContain(`Fact ${covered - 1}:`);
      expect(asked).not.toContain(`Fact ${covered}:`);
      for (let place = 0; place < covered; place += 1) expect(asked).toContain(`Fact ${place}:`);
    });

    it('and the model fails, then the next attempt waits for the next block', async () => {
      const failing = new Summing(async function* (_request, _signal, onAttempt) {
        onAttempt(attempt([], { failure: 'unavailable' }));
        yield '';
        throw new ModelError('unavailable');
      });
      Object.assign(failing, { settings: { context_tokens: 8_192 } });
      const { summary } = await summed(failing, backlog);
      expect(summary).toEqual({ text: null, messages: 40 });
    });
  });

  it('when it is cancelled, then there is no summary, and the cost of the call is recorded', async () => {
    const cancel = new AbortController();
    const model = new Summing(async function* (_request, signal, onAttempt) {
      try {
        yield 'They want';
        cancel.abort(new Error('stopping'));
        throw signal.reason;
      } finally {
        onAttempt(attempt(['They want'], { finishReason: null, failure: 'cancelled' }));
      }
    });
    const { summary, calls } = await summed(model, full(), cancel.signal);
    expect(summary).toEqual({ text: null, messages: 2 });
    expect(calls).toMatchObject([
      { failure: 'cancelled', attempts: [{ pieces: ['They want'], failure: 'cancelled' }] },
    ]);
  });

  it('when the port has a defect, then it is rethrown', async () => {
    const defect = new TypeError('defect');
    const model = new Summing(() => {
      throw defect;
    });
    await expect(summed(model)).rejects.toBe(defect);
  });

  it('when it is longer than allowed, then the rest is not read, and the model is stopped', async () => {
    const model = new Summing(async function* (_request, _signal, onAttempt) {
      try {
        for (;;) yield 'And so on. ';
      } finally {
        onAttempt(attempt(['And so on. ', 'And so on. ']));
      }
    });
    const limits = { ...defaultTurnLimits, maxSummaryCharacters: 15 };
    const { summary, calls } = await summed(model, full({ limits }));
    expect(summary?.text).toBe('And so on. And');
    expect(calls).toMatchObject([{ kind: 'summarize', failure: null }]);
  });
});

describe('given a conversation from whose window nothing has fallen, or a summary limit of zero', () => {
  const none: readonly (readonly [string, Partial<TurnContext>])[] = [
    ['the window has room', { fallen: [], messages: 1 }],
    [
      'it is recorded from before there were summaries',
      { limits: { ...defaultTurnLimits, maxSummaryCharacters: 0 } },
    ],
    ['a summary of it was asked for', { summary: { text: '', messages: 0, askedMessages: 2 } }],
  ];

  it.each(none)('when %s, then the model is not asked', async (_case, changes) => {
    const model = new Summing();
    const { summary, calls } = await summed(model, full(changes));
    expect([summary, calls, model.asked]).toEqual([null, [], []]);
  });
});

it("given a summary, then all prompts show it, after the user's data and before the transcript", async () => {
  const model = new ScriptedModel({ choices: ['Offer a seat'] });
  await takeTurn(
    { ...turnInput(graph), ...ground({ summary: summaryOf('They are called Bo.') }), input: userSays('Hm') },
    model,
  );
  expect(model.judged).toHaveLength(1);
  for (const { messages } of [...model.judged, ...model.engaged]) {
    const first = messages[1]?.content ?? '';
    const places = ['</user>', 'They are called Bo.', '<heard>'].map((text) => first.indexOf(text));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  }
});
