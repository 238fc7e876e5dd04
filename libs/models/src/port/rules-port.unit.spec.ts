import type { ModelAttempt } from '@svc/engine';
import { ManualTimers } from '../../test/manual-timers.js';
import { engageRequest, judgeRequest, summarizeRequest } from '../../test/requests.js';
import { unheard } from '../../test/unheard.js';
import { createModelPort } from './create-model-port.js';
import { createOfflineModel } from '../offline/offline-model.js';
import { RulesPort } from './rules-port.js';

const never = new AbortController().signal;
const options = { name: 'offline/rules-1', modelId: 'rules-1' };

async function said(pieces: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

describe('the rules as a port', () => {
  it('judge, word and record the same as the offline model behind the general port', async () => {
    const timers = new ManualTimers();
    const whole = createModelPort(createOfflineModel(), { timers });
    const rules = new RulesPort({ ...options, timers });
    const [expected, attempts]: ModelAttempt[][] = [[], []];
    const hear = (list: ModelAttempt[] = []) =>
      [never, (attempt: ModelAttempt) => list.push(attempt)] as const;
    expect(await rules.judge(judgeRequest, ...hear(attempts))).toEqual(
      await whole.judge(judgeRequest, ...hear(expected)),
    );
    for (const request of [engageRequest, summarizeRequest])
      expect(await said(rules.generate(request, ...hear(attempts)))).toEqual(
        await said(whole.generate(request, ...hear(expected))),
      );
    expect(attempts).toHaveLength(3);
    expect(attempts).toEqual(expected);
  });

  it('wait before each piece except the first when configured to', async () => {
    const timers = new ManualTimers();
    const port = new RulesPort({ ...options, pieceDelayMs: 20, timers });
    const pieces = port.generate(engageRequest, never, unheard);
    expect((await pieces.next()).done).toBe(false);
    const second = pieces.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(timers.pending).toBe(1);
    timers.pass(20);
    expect((await second).done).toBe(false);
  });

  it('given a caller who has left, then they stop, and the attempt is recorded as cancelled', async () => {
    const caller = new AbortController();
    const attempts: ModelAttempt[] = [];
    const pieces = new RulesPort(options).generate(engageRequest, caller.signal, (attempt) =>
      attempts.push(attempt),
    );
    const { value } = await pieces.next();
    caller.abort(new Error('gone'));
    await expect(pieces.next()).rejects.toThrow('gone');
    expect(attempts).toMatchObject([{ pieces: [value], finishReason: null, failure: 'cancelled' }]);
    await expect(new RulesPort(options).judge(judgeRequest, caller.signal, unheard)).rejects.toThrow('gone');
  });

  it('given a reader who stops early, then the attempt has what was read, and has not failed', async () => {
    const attempts: ModelAttempt[] = [];
    const pieces = new RulesPort(options).generate(engageRequest, never, (attempt) => attempts.push(attempt));
    const { value } = await pieces.next();
    await pieces.return();
    expect(attempts).toMatchObject([{ pieces: [value], finishReason: null, failure: null }]);
  });
});
