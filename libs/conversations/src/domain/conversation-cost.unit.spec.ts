import type { ModelUsage } from '@svc/engine';
import { attempt } from '@svc/engine/attempts';
import { call } from '../../test/model-calls.js';
import { costsOf } from './conversation-cost.js';

const counted = (inputTokens: number, outputTokens: number, cachedInputTokens: number | null = null) =>
  attempt(['a'], {
    usage: { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens: null, reasoningTokens: null },
  });
/** A dollar for a token of output. */
const aDollarEach = (_model: string, { outputTokens }: ModelUsage) => outputTokens;

describe('the cost of a conversation', () => {
  it('given several calls, then all of their attempts are summed, failed ones too', () => {
    const failed = { ...counted(5, 1), failure: 'bad_output' as const };
    const calls = [call({ attempts: [failed, counted(10, 2, 4)] }), call({ attempts: [counted(20, 3)] })];
    expect(costsOf(calls, aDollarEach)).toEqual([
      {
        model: 'scripted/test',
        attempts: 3,
        uncountedAttempts: 0,
        inputTokens: 35,
        cachedInputTokens: 4,
        outputTokens: 6,
        dollars: 6,
      },
    ]);
  });

  it('given a fallback, then each model has its own sum, in the order in which they were asked', () => {
    const calls = [call({ attempts: [counted(1, 1), { ...counted(2, 2), model: 'other/fallback' }] })];
    expect(costsOf(calls, aDollarEach).map(({ model, dollars }) => [model, dollars])).toEqual([
      ['scripted/test', 1],
      ['other/fallback', 2],
    ]);
  });

  it('given an attempt without a token count, then it is counted, and has no price', () => {
    expect(costsOf([call()], () => null)).toMatchObject([
      { attempts: 1, uncountedAttempts: 1, inputTokens: 0, outputTokens: 0, dollars: null },
    ]);
  });

  it('given a price of zero, then that is a price', () => {
    expect(costsOf([call({ attempts: [counted(1, 1)] })], () => 0)).toMatchObject([{ dollars: 0 }]);
  });
});
