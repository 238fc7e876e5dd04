import type { ModelAttempt } from '@svc/engine';
import { ManualTimers } from '../../test/manual-timers.js';
import {
  engageRequest,
  fillerRequest,
  guardRequest,
  judgeRequest,
  summarizeRequest,
} from '../../test/requests.js';
import { unheard } from '../../test/unheard.js';
import { RulesPort } from './rules-port.js';

const never = new AbortController().signal;

async function said(pieces: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

describe('the rules as a port', () => {
  it('judge, word and record, and tell the truth: their name, that all is said, and that they count no tokens', async () => {
    const attempts: ModelAttempt[] = [];
    const hear = (attempt: ModelAttempt) => attempts.push(attempt);
    const rules = new RulesPort();
    const judgement = await rules.judge(judgeRequest, never, hear);
    const pieces = await said(rules.generate(engageRequest, never, hear));
    expect([rules.name, rules.settings, judgement.choice]).toEqual(['offline/rules-1', {}, 'action_1']);
    expect(pieces.length).toBeGreaterThan(2);
    expect(await said(rules.generate(engageRequest, never, hear))).toEqual(pieces);
    const common = {
      addedMessages: [],
      providerModel: 'rules-1',
      finishReason: 'stop',
      usage: { inputTokens: null, outputTokens: null },
      failure: null,
    };
    expect(attempts).toMatchObject([
      { ...common, pieces: [JSON.stringify(judgement)] },
      { ...common, pieces },
      { ...common, pieces },
    ]);
  });

  it('check a message, and say a hint that was not said', async () => {
    const rules = new RulesPort();
    expect(await said(rules.generate(guardRequest, never, unheard))).toEqual([
      '{"broken":[{"sentence":2,"rule":"rule_1"}]}',
    ]);
    expect(await said(rules.generate(fillerRequest, never, unheard))).toEqual(['I still look.']);
  });

  it('suggest what fits nearly everything, and beginnings by their facets', async () => {
    const { state, ...scene } = summarizeRequest.task;
    const suggested = async (changes: object) => {
      const task = {
        ...scene,
        state,
        type: 'recommend' as const,
        context: '',
        count: 3,
        facets: [],
        ...changes,
      };
      const request = { ...summarizeRequest, task };
      return (await said(new RulesPort().generate(request, never, unheard))).join('').split('\n');
    };
    expect(await suggested({})).toEqual(['Yes, please.', 'No, thank you.', expect.stringContaining('?')]);
    const lines = await suggested({ facets: ['hours', 'prices'] });
    expect(lines.map((line) => line.slice(0, 2))).toEqual(['1:', '2:', '1:']);
    expect(lines[1]).toContain('prices');
    expect(new Set(lines).size).toBe(3);
  });

  it('make no summaries, and do not fail over it', async () => {
    const attempts: ModelAttempt[] = [];
    const summary = new RulesPort().generate(summarizeRequest, never, (attempt) => attempts.push(attempt));
    expect(await said(summary)).toEqual([]);
    expect(attempts).toMatchObject([{ pieces: [], failure: null }]);
  });

  it('wait before each piece except the first when configured to', async () => {
    const timers = new ManualTimers();
    const port = new RulesPort({ pieceDelayMs: 20, timers });
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
    const pieces = new RulesPort().generate(engageRequest, caller.signal, (attempt) =>
      attempts.push(attempt),
    );
    const { value } = await pieces.next();
    caller.abort(new Error('gone'));
    await expect(pieces.next()).rejects.toThrow('gone');
    expect(attempts).toMatchObject([{ pieces: [value], finishReason: null, failure: 'cancelled' }]);
    await expect(new RulesPort().judge(judgeRequest, caller.signal, unheard)).rejects.toThrow('gone');
  });

  it('given a reader who stops early, then the attempt has what was read, and has not failed', async () => {
    const attempts: ModelAttempt[] = [];
    const pieces = new RulesPort().generate(engageRequest, never, (attempt) => attempts.push(attempt));
    const { value } = await pieces.next();
    await pieces.return();
    expect(attempts).toMatchObject([{ pieces: [value], finishReason: null, failure: null }]);
  });
});
