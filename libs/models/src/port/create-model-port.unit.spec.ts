import { getEventListeners } from 'node:events';
import { lostReason, ModelError, type ModelAttempt } from '@svc/engine';
import { ManualTimers } from '../../test/manual-timers.js';
import { engageRequest, judgeRequest } from '../../test/requests.js';
import { unheard } from '../../test/unheard.js';
import { hang, ScriptedLanguageModel, type Answer } from '../../test/scripted-language-model.js';
import { createModelPort } from './create-model-port.js';

const limits = { firstPieceMs: 1_000, betweenPiecesMs: 100, messageMs: 10_000, judgementMs: 500 };
const never = new AbortController().signal;

function judging(...answers: Answer[]) {
  const model = new ScriptedLanguageModel(answers);
  const timers = new ManualTimers();
  return { model, timers, port: createModelPort(model, { limits, timers }) };
}

function generating(signal = never) {
  const model = new ScriptedLanguageModel();
  const timers = new ManualTimers();
  const pieces = createModelPort(model, { limits, timers })
    .generate(engageRequest, signal, unheard)
    [Symbol.asyncIterator]();
  return { model, timers, pieces };
}

/** Runs everything that is ready to run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('given a judgement', () => {
  it('when the model answers with an offered choice, then it is the judgement', async () => {
    const { port, model, timers } = judging('{"choice": "exit_1", "reason": "The title was said."}');
    expect(await port.judge(judgeRequest, never, unheard)).toEqual({
      choice: 'exit_1',
      reason: 'The title was said.',
    });
    expect(timers.pending).toBe(0);
    expect(model.calls[0]).toMatchObject({
      prompt: [
        { role: 'system', content: 'You steer a conversation.' },
        { role: 'user', content: [{ type: 'text', text: 'Make your choice.' }] },
      ],
      responseFormat: {
        type: 'json',
        schema: {
          properties: { choice: { enum: ['exit_1', 'action_1'] } },
          required: ['choice', 'reason'],
          additionalProperties: false,
        },
      },
    });
  });

  it('when the response is no choice, then the model is shown it once and may repair it', async () => {
    const { port, model } = judging('I would ask for the title.', '{"choice":"action_1","reason":"r"}');
    expect((await port.judge(judgeRequest, never, unheard)).choice).toBe('action_1');
    expect(model.calls[1]?.prompt.slice(2)).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'I would ask for the title.' }] },
      { role: 'user', content: [{ type: 'text', text: expect.stringContaining('"exit_1", "action_1"') }] },
    ]);
  });

  it('when it is no choice twice, then it fails as bad_output, without a third request', async () => {
    const { port, model } = judging('no', 'no', '{"choice":"exit_1","reason":"r"}');
    await expect(port.judge(judgeRequest, never, unheard)).rejects.toMatchObject({ kind: 'bad_output' });
    expect(model.calls).toHaveLength(2);
  });

  it.each([
    ['content-filter', 'content_filtered'],
    ['error', 'unavailable'],
    ['interrupted', 'unavailable'],
  ] as const)('when the model ends with %s, then it fails as %s', async (finish, kind) => {
    const { port } = judging({ finish });
    await expect(port.judge(judgeRequest, never, unheard)).rejects.toMatchObject({ kind });
  });

  it('when it takes too long, then it fails as timeout and the request of the model is aborted', async () => {
    const { port, model, timers } = judging(hang);
    const judgement = port.judge(judgeRequest, never, unheard);
    const outcome = expect(judgement).rejects.toMatchObject({ kind: 'timeout' });
    timers.pass(499);
    await settled();
    expect(model.calls[0]?.abortSignal?.aborted).toBe(false);
    timers.pass(1);
    await outcome;
    expect(model.calls[0]?.abortSignal?.aborted).toBe(true);
  });

  it('when the repair takes too long, then the limit applies to both together', async () => {
    const { port, timers } = judging('no', hang);
    const judgement = port.judge(judgeRequest, never, unheard);
    const outcome = expect(judgement).rejects.toMatchObject({ kind: 'timeout' });
    timers.pass(300);
    await settled();
    timers.pass(200);
    await outcome;
  });

  it('when the caller aborts, then it throws the reason at once, though the model hangs', async () => {
    const { port, model } = judging(hang);
    const cancel = new AbortController();
    const reason = new Error('the client went away');
    const judgement = port.judge(judgeRequest, cancel.signal, unheard);
    cancel.abort(reason);
    await expect(judgement).rejects.toBe(reason);
    expect(model.calls[0]?.abortSignal?.aborted).toBe(true);
  });

  it("when it is over, then no listener is left on the caller's signal", async () => {
    const { port } = judging('{"choice": "exit_1", "reason": "The title was said."}');
    const { signal } = new AbortController();
    await port.judge(judgeRequest, signal, unheard);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('when the caller has already aborted, then the model is not called', async () => {
    const { port, model } = judging(hang);
    await expect(port.judge(judgeRequest, AbortSignal.abort(new Error('gone')), unheard)).rejects.toThrow(
      'gone',
    );
    expect(model.calls).toEqual([]);
  });

  it('when the model throws something unknown, then it becomes unavailable, without its text', async () => {
    const { port } = judging(new Error('the prompt was: secret'));
    const error: unknown = await port.judge(judgeRequest, never, unheard).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ kind: 'unavailable' });
    expect(JSON.stringify([error, (error as ModelError).privateDetail])).not.toContain('secret');
    expect((error as ModelError).cause).toBeUndefined();
  });
});

describe('given a message', () => {
  it('then each piece is passed on before the next one is there', async () => {
    const { model, pieces, timers } = generating();
    const first = pieces.next();
    await settled();
    model.say('Good ');
    expect(await first).toEqual({ done: false, value: 'Good ' });
    const second = pieces.next();
    model.say('day.');
    expect(await second).toEqual({ done: false, value: 'day.' });
    const end = pieces.next();
    model.finish();
    expect((await end).done).toBe(true);
    expect(timers.pending).toBe(0);
    expect(model.calls[0]?.abortSignal?.aborted).toBe(false);
  });

  it('when no first piece comes in time, then it fails as timeout', async () => {
    const { model, pieces, timers } = generating();
    const first = pieces.next();
    const outcome = expect(first).rejects.toMatchObject({
      kind: 'timeout',
      privateDetail: expect.stringContaining('first piece'),
    });
    await settled();
    timers.pass(1_000);
    await outcome;
    expect(model.isCancelled).toBe(true);
    expect(model.calls[0]?.abortSignal?.aborted).toBe(true);
  });

  it('when the model streams its reasoning first, then it counts as begun, and none of it is sent', async () => {
    const { model, pieces, timers } = generating();
    const first = pieces.next();
    await settled();
    timers.pass(950);
    model.parts.enqueue({ type: 'reasoning-delta', id: 'r', delta: 'Let me think' });
    await settled();
    timers.pass(99);
    model.say('Hello');
    expect(await first).toEqual({ done: false, value: 'Hello' });
  });

  it('when the model pauses too long between two pieces, then it fails as timeout', async () => {
    const { model, pieces, timers } = generating();
    const first = pieces.next();
    await settled();
    model.say('Good ');
    await first;
    const second = pieces.next();
    const outcome = expect(second).rejects.toMatchObject({ kind: 'timeout' });
    await settled();
    timers.pass(100);
    await outcome;
  });

  it('when the reader is slow, then that is no failure of the model', async () => {
    const { model, pieces, timers } = generating();
    const first = pieces.next();
    await settled();
    model.say('Good ');
    await first;
    timers.pass(5_000);
    const second = pieces.next();
    model.say('day.');
    expect(await second).toEqual({ done: false, value: 'day.' });
  });

  it('when the whole takes too long, then it fails as timeout though pieces keep coming', async () => {
    const { model, pieces, timers } = generating();
    const first = pieces.next();
    await settled();
    model.say('Well');
    await first;
    timers.pass(10_000);
    await expect(pieces.next()).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('when the caller aborts while waiting, then it throws the reason at once and the model is stopped', async () => {
    const cancel = new AbortController();
    const reason = new Error('the client went away');
    const { model, pieces, timers } = generating(cancel.signal);
    const first = pieces.next();
    await settled();
    cancel.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect([model.isCancelled, model.calls[0]?.abortSignal?.aborted, timers.pending]).toEqual([
      true,
      true,
      0,
    ]);
  });

  it('when the reader stops early, then the model is stopped', async () => {
    const { model, pieces, timers } = generating();
    const first = pieces.next();
    await settled();
    model.say('Well');
    await first;
    await pieces.return?.();
    expect([model.isCancelled, model.calls[0]?.abortSignal?.aborted, timers.pending]).toEqual([
      true,
      true,
      0,
    ]);
  });

  it('when it repeats itself for ever, then the model is stopped, and the message can not be completed', async () => {
    const { model, pieces } = generating();
    const heard: string[] = [];
    const read = async (): Promise<unknown> => {
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) heard.push(next.value);
      return null;
    };
    let error: unknown;
    const reading = read().catch((thrown: unknown) => (error = thrown));
    for (let time = 0; time < 500 && error === undefined; time += 1) {
      await settled();
      if (!model.isCancelled) model.say('again and ');
    }
    expect(error).toMatchObject({ kind: 'bad_output', canGoOn: false });
    await reading;
    expect([model.isCancelled, heard.length < 200]).toEqual([true, true]);
  });

  it.each([
    ['content-filter', 'content_filtered'],
    ['error', 'unavailable'],
    ['interrupted', 'unavailable'],
  ] as const)('when it ends with %s, then it fails as %s', async (finish, kind) => {
    const { model, pieces } = generating();
    const first = pieces.next();
    await settled();
    model.finish(finish);
    await expect(first).rejects.toMatchObject({ kind });
  });

  it('when the stream ends without a finish, then it fails as unavailable', async () => {
    const { model, pieces } = generating();
    const first = pieces.next();
    await settled();
    model.parts.close();
    await expect(first).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

it('is named after the provider and the model', () => {
  expect(createModelPort(new ScriptedLanguageModel()).name).toBe('scripted/test');
});

describe('given a streaming judgement', () => {
  const said = '{"choice":"exit_1","reason":"The title ';

  /** One with a known choice, in the middle of its reason. */
  async function chosen(signal = never) {
    const model = new ScriptedLanguageModel();
    const timers = new ManualTimers();
    const attempts: ModelAttempt[] = [];
    const choices: string[] = [];
    const port = createModelPort(model, { limits, timers });
    const judgement = port.judge(
      judgeRequest,
      signal,
      (attempt) => attempts.push(attempt),
      (choice) => choices.push(choice),
    );
    judgement.catch(() => undefined);
    await settled();
    model.say('{"choice":"exit');
    await settled();
    expect(choices).toEqual([]);
    model.say(said.slice('{"choice":"exit'.length));
    await settled();
    expect(choices).toEqual(['exit_1']);
    return { model, timers, attempts, choices, judgement };
  }

  it('when the choice is complete, then it is reported before the reason, once', async () => {
    const { model, attempts, choices, judgement } = await chosen();
    expect(attempts).toEqual([]);
    model.say('was said."}');
    model.finish();
    expect(await judgement).toEqual({ choice: 'exit_1', reason: 'The title was said.' });
    expect(choices).toEqual(['exit_1']);
    // It is not streamed to the user.
    expect(attempts).toMatchObject([{ pieces: [`${said}was said."}`], failure: null }]);
  });

  it('when the reason breaks off, then the choice stays, and the attempt shows it', async () => {
    const { model, attempts, judgement } = await chosen();
    model.parts.close();
    expect(await judgement).toEqual({ choice: 'exit_1', reason: lostReason });
    expect(attempts).toMatchObject([{ pieces: [said], failure: 'unavailable' }]);
  });

  it('when the reason never comes, then the wait ends with the limit of a judgement, and the request is aborted', async () => {
    const { model, timers, attempts, judgement } = await chosen();
    timers.pass(500);
    expect(await judgement).toEqual({ choice: 'exit_1', reason: lostReason });
    expect(attempts).toMatchObject([{ failure: 'timeout', durationMs: 500 }]);
    expect([model.calls[0]?.abortSignal?.aborted, timers.pending]).toEqual([true, 0]);
  });

  it('when the response is cut in its reason, then the choice stays without it', async () => {
    const { model, judgement } = await chosen();
    model.finish('length');
    expect(await judgement).toEqual({ choice: 'exit_1', reason: lostReason });
  });

  it('when the model later gives another choice, then the reported one stays', async () => {
    const { model, judgement } = await chosen();
    model.say('was said."} No: {"choice":"action_1","reason":"It was not."}');
    model.finish();
    expect(await judgement).toEqual({ choice: 'exit_1', reason: lostReason });
  });

  it('when the caller aborts, then it throws the reason, and the attempt is cancelled', async () => {
    const cancel = new AbortController();
    const { attempts, judgement } = await chosen(cancel.signal);
    const reason = new Error('the client went away');
    cancel.abort(reason);
    await expect(judgement).rejects.toBe(reason);
    expect(attempts).toMatchObject([{ failure: 'cancelled' }]);
  });
});
