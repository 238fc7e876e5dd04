import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ManualTimers } from '../../test/manual-timers.js';
import { engageRequest, judgeRequest, summarizeRequest } from '../../test/requests.js';
import { unheard } from '../../test/unheard.js';
import { createModelPort } from '../port/create-model-port.js';
import { taskOptions } from '../task-options.js';
import { createOfflineModel } from './offline-model.js';

const never = new AbortController().signal;
const engageCall: LanguageModelV4CallOptions = {
  prompt: [],
  providerOptions: taskOptions(engageRequest.task),
};

async function partsOf(stream: ReadableStream<LanguageModelV4StreamPart>) {
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

describe('the offline model', () => {
  it('has a name that says what it is', () => {
    expect(createModelPort(createOfflineModel()).name).toBe('offline/rules-1');
  });

  it('judges among the choices of the task', async () => {
    const judgement = await createModelPort(createOfflineModel()).judge(judgeRequest, never, unheard);
    expect(judgement.choice).toBe('action_1');
    expect(judgement.reason).not.toBe('');
  });

  it('streams several pieces that join to its whole response', async () => {
    const model = createOfflineModel();
    const { stream } = await model.doStream(engageCall);
    const parts = await partsOf(stream);
    const deltas = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []));
    const { content } = await model.doGenerate(engageCall);
    expect(deltas.length).toBeGreaterThan(2);
    expect(content).toEqual([{ type: 'text', text: deltas.join('') }]);
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop' } });
  });

  it('makes no summaries, and does not fail over it', async () => {
    const pieces: string[] = [];
    const attempts: unknown[] = [];
    const port = createModelPort(createOfflineModel());
    for await (const piece of port.generate(summarizeRequest, never, (attempt) => attempts.push(attempt)))
      pieces.push(piece);
    expect(pieces).toEqual([]);
    expect(attempts).toMatchObject([{ pieces: [], failure: null }]);
  });

  it('gives the same answer to the same task', async () => {
    const [one, other] = await Promise.all([
      createOfflineModel().doGenerate(engageCall),
      createOfflineModel().doGenerate(engageCall),
    ]);
    expect(one.content).toEqual(other.content);
  });

  it('waits before each piece except the first when configured to', async () => {
    const timers = new ManualTimers();
    const port = createModelPort(createOfflineModel({ pieceDelayMs: 20, timers }));
    const pieces = port.generate(engageRequest, never, unheard)[Symbol.asyncIterator]();
    expect((await pieces.next()).done).toBe(false);
    const second = pieces.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(timers.pending).toBe(1);
    timers.pass(20);
    expect((await second).done).toBe(false);
    await pieces.return?.();
  });

  it('ends when it is aborted while it waits', async () => {
    const timers = new ManualTimers();
    const cancel = new AbortController();
    const reason = new Error('the client went away');
    const port = createModelPort(createOfflineModel({ pieceDelayMs: 20, timers }));
    const pieces = port.generate(engageRequest, cancel.signal, unheard)[Symbol.asyncIterator]();
    await pieces.next();
    const second = pieces.next();
    await new Promise((resolve) => setImmediate(resolve));
    cancel.abort(reason);
    await expect(second).rejects.toBe(reason);
    expect(timers.pending).toBe(0);
  });

  it('rejects a call without a task instead of inventing a response', async () => {
    await expect(
      createOfflineModel().doGenerate({ prompt: [{ role: 'system', content: 'Write a poem.' }] }),
    ).rejects.toMatchObject({ name: 'AI_UnsupportedFunctionalityError' });
  });
});
