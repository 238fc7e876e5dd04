import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { ModelAttempt } from '@svc/engine';
import { ManualTimers } from '../../test/manual-timers.js';
import { engageRequest, judgeRequest } from '../../test/requests.js';
import { hang, ScriptedLanguageModel, usage, type Answer } from '../../test/scripted-language-model.js';
import { createModelPort } from '../port/create-model-port.js';

const never = new AbortController().signal;
const verdict = '{"choice":"exit_1","reason":"r"}';

async function attemptsAt(answers: readonly Answer[], signal = never, passMs = 0) {
  const attempts: ModelAttempt[] = [];
  const timers = new ManualTimers();
  const port = createModelPort(new ScriptedLanguageModel(answers), { timers });
  const judgement = port.judge(judgeRequest, signal, (attempt) => attempts.push(attempt));
  const end = judgement.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  timers.pass(passMs);
  await end;
  return attempts;
}

function messageUnderWay(signal = never) {
  const attempts: ModelAttempt[] = [];
  const model = new ScriptedLanguageModel();
  const timers = new ManualTimers();
  const pieces = createModelPort(model, { timers })
    .generate(engageRequest, signal, (attempt) => attempts.push(attempt))
    [Symbol.asyncIterator]();
  return { attempts, model, timers, pieces };
}

/** The first piece has been read. */
async function begunMessage(signal = never) {
  const message = messageUnderWay(signal);
  const first = message.pieces.next();
  await new Promise((resolve) => setImmediate(resolve));
  message.model.parts.enqueue({ type: 'response-metadata', modelId: 'test-2026-11-01' });
  message.model.say('Good ');
  await first;
  return message;
}

const counted = {
  inputTokens: 1,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 1,
  reasoningTokens: 0,
};
const uncounted = {
  inputTokens: null,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

describe('what is reported of a judgement', () => {
  it('when it succeeds at once, then one attempt, with response, finish reason and tokens', async () => {
    expect(await attemptsAt([verdict])).toEqual([
      {
        addedMessages: [],
        pieces: [verdict],
        finishReason: 'stop',
        rawFinishReason: null,
        providerModel: null,
        usage: counted,
        durationMs: 0,
        failure: null,
      },
    ]);
  });

  it('when it must be repaired, then both attempts, and what the second one was asked', async () => {
    const [first, second] = await attemptsAt(['Hm.', verdict]);
    expect(first).toMatchObject({ pieces: ['Hm.'], failure: 'bad_output', addedMessages: [] });
    expect(second).toMatchObject({
      pieces: [verdict],
      failure: null,
      addedMessages: [
        { role: 'assistant', content: 'Hm.' },
        { role: 'user', content: expect.stringContaining('JSON') },
      ],
    });
  });

  it('when a connection breaks before the response, then that is an attempt too', async () => {
    const broken = Object.assign(new Error('broken'), { code: 'ECONNRESET' });
    const attempts = await attemptsAt([broken, verdict]);
    expect(attempts.map(({ failure, pieces }) => [failure, pieces])).toEqual([
      ['unavailable', []],
      [null, [verdict]],
    ]);
  });

  it('when it takes too long, then how long the wait was, and nothing that comes later', async () => {
    expect(await attemptsAt([hang], never, 30_000)).toMatchObject([
      { failure: 'timeout', durationMs: 30_000, finishReason: null, usage: uncounted },
    ]);
  });

  it('when the caller leaves, then it is cancelled', async () => {
    const cancel = new AbortController();
    setImmediate(() => cancel.abort(new Error('gone')));
    expect(await attemptsAt([hang], cancel.signal)).toMatchObject([{ failure: 'cancelled' }]);
  });

  it.each<[string, Partial<LanguageModelV4Usage['inputTokens']>]>([
    ['less than none', { total: -1 }],
    ['no number', { total: Number.NaN }],
    ['half a token', { total: 0.5 }],
    ['more than a number holds', { total: 1e300 }],
    ['more than any model takes in, so that sums would be inexact', { total: Number.MAX_SAFE_INTEGER }],
  ])('when the provider counts %s, then it counts nothing', async (_what, inputTokens) => {
    const attempts: ModelAttempt[] = [];
    const model = new ScriptedLanguageModel([verdict]);
    const answered = await model.doGenerate({ prompt: [] });
    model.calls.length = 0;
    model.doGenerate = async () => ({
      ...answered,
      content: [{ type: 'text', text: verdict }],
      usage: { ...usage, inputTokens: { ...usage.inputTokens, ...inputTokens } },
      response: { modelId: `m\u0000${'x'.repeat(1_000)}` },
    });
    await createModelPort(model).judge(judgeRequest, never, (attempt) => attempts.push(attempt));
    expect(attempts).toMatchObject([{ usage: { ...counted, inputTokens: null } }]);
    // Its name is bounded and storable.
    expect(attempts[0]?.providerModel).toBe(`m${'x'.repeat(198)}`);
  });
});

describe('what is reported of a message', () => {
  it('when it completes, then its raw pieces, before the reader sees the end', async () => {
    const { attempts, model, timers, pieces } = await begunMessage();
    const second = pieces.next();
    model.say('day.');
    await second;
    timers.pass(1_234);
    expect(attempts).toEqual([]);
    const end = pieces.next();
    model.finish();
    await end;
    expect(attempts).toEqual([
      {
        addedMessages: [],
        pieces: ['Good ', 'day.'],
        finishReason: 'stop',
        rawFinishReason: null,
        providerModel: 'test-2026-11-01',
        usage: counted,
        durationMs: 1_234,
        failure: null,
      },
    ]);
  });

  it('when it reaches the limit of the model, then it has failed there', async () => {
    const { attempts, model, pieces } = await begunMessage();
    const end = pieces.next();
    model.finish('length');
    await expect(end).rejects.toMatchObject({ kind: 'bad_output' });
    expect(attempts).toMatchObject([
      { pieces: ['Good '], finishReason: 'length', failure: 'bad_output', usage: counted },
    ]);
  });

  it('when it has reasoning and a wrapper, then the reasoning and the raw text', async () => {
    const { attempts, model, pieces } = messageUnderWay();
    const whole = pieces.next();
    await new Promise((resolve) => setImmediate(resolve));
    model.parts.enqueue({ type: 'reasoning-delta', id: 'r', delta: 'So. ' });
    model.say('<think>Hm.</think>');
    model.say('```\nWhich day?\n```');
    model.finish();
    expect(await whole).toEqual({ done: false, value: 'Which day?' });
    await pieces.next();
    expect(attempts).toMatchObject([
      {
        pieces: ['Which day?'],
        reasoning: 'So. Hm.',
        raw: '<think>Hm.</think>```\nWhich day?\n```',
        failure: null,
      },
    ]);
  });

  it('when its reader stops, then as much as was read, and no failure', async () => {
    const { attempts, pieces } = await begunMessage();
    await pieces.return?.();
    expect(attempts).toMatchObject([{ pieces: ['Good '], finishReason: null, failure: null }]);
  });

  it('when the caller leaves, then as much as was read, as cancelled', async () => {
    const cancel = new AbortController();
    const { attempts, pieces } = await begunMessage(cancel.signal);
    cancel.abort(new Error('gone'));
    await expect(pieces.next()).rejects.toThrow('gone');
    expect(attempts).toMatchObject([{ pieces: ['Good '], failure: 'cancelled' }]);
  });

  it('when it breaks off, then as much as was read, with the failure', async () => {
    const { attempts, model, pieces } = await begunMessage();
    const second = pieces.next();
    model.parts.close();
    await expect(second).rejects.toMatchObject({ kind: 'unavailable' });
    expect(attempts).toMatchObject([{ pieces: ['Good '], finishReason: null, failure: 'unavailable' }]);
  });
});
