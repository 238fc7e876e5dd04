import { getEventListeners } from 'node:events';
import type { ModelAttempt } from '@svc/engine';
import { ManualTimers } from '../../test/manual-timers.js';
import { hang, ScriptedLanguageModel, type Answer } from '../../test/scripted-language-model.js';
import { unheard } from '../../test/unheard.js';
import { createObjectModel, type ObjectRequest } from './create-object-model.js';

const never = new AbortController().signal;

const request: ObjectRequest<string> = {
  messages: [{ role: 'user', content: 'Which city?' }],
  name: 'city',
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  read: ({ city }) => (typeof city === 'string' ? city : null),
  form: '{"city": <text>}',
};

function asking(...answers: Answer[]) {
  const model = new ScriptedLanguageModel(answers);
  const timers = new ManualTimers();
  return { model, timers, objects: createObjectModel(model, { limits: { messageMs: 500 }, timers }) };
}

describe('given a request for an object', () => {
  it('when the model returns one, then it is parsed, and the request had the schema and no task', async () => {
    const { objects, model, timers } = asking('{"city":"Rome"}');
    expect(objects.name).toBe('scripted/test');
    expect(await objects.answer(request, never, unheard)).toBe('Rome');
    expect(timers.pending).toBe(0);
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]).toMatchObject({
      responseFormat: { type: 'json', name: 'city', schema: request.schema },
    });
    expect(model.calls[0]?.providerOptions).toBeUndefined();
  });

  it('when the response has other words and objects, then the last valid one counts', async () => {
    const answer =
      '<think>{"city":"Bonn"}</think> {"city":"Oslo"}, no:\n```json\n{"city":"Rome"}\n``` {"note":1}';
    expect(await asking(answer).objects.answer(request, never, unheard)).toBe('Rome');
  });

  it('when it has another form, then the model is shown it with the requested form', async () => {
    const { objects, model } = asking('{"city":7}', '{"city":"Rome"}');
    const attempts: ModelAttempt[] = [];
    expect(await objects.answer(request, never, (attempt) => attempts.push(attempt))).toBe('Rome');
    expect(model.calls[1]?.prompt.slice(1)).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: '{"city":7}' }] },
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: expect.stringContaining('Answer with it and nothing else: {"city": <text>}.'),
          },
        ],
      },
    ]);
    expect(attempts.map(({ failure }) => failure)).toEqual(['bad_output', null]);
  });

  it('when the second response has another form too, then it fails as bad output, without a third request', async () => {
    const { objects, model } = asking('Rome', '', '{"city":"Rome"}');
    await expect(objects.answer(request, never, unheard)).rejects.toMatchObject({
      kind: 'bad_output',
      privateDetail: 'the model gave no city, twice',
    });
    expect(model.calls).toHaveLength(2);
  });

  it('when the model takes too long, then it fails by its time limit', async () => {
    const { objects, timers } = asking(hang);
    const answer = objects.answer(request, never, unheard);
    timers.pass(500);
    await expect(answer).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('when the caller aborts, then its reason is thrown at once and no listener is left', async () => {
    const { objects } = asking(hang);
    const caller = new AbortController();
    const attempts: ModelAttempt[] = [];
    const answer = objects.answer(request, caller.signal, (attempt) => attempts.push(attempt));
    const reason = new Error('enough');
    caller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(attempts.map(({ failure }) => failure)).toEqual(['cancelled']);
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  });
});
