import { compileGraph } from '@svc/definitions/classic';
import { ModelError, TurnRecorder, type AttemptListener, type WordsRequest } from '@svc/engine';
import { attempt } from '@svc/engine/attempts';
import { summedUp, turnPorts } from '@svc/engine/turn-ports';
import fc from 'fast-check';
import { testGraph, testProfile } from '../../test/definitions.js';
import { complete, conditions, fold, history, say, start, type TimedCommand } from '../../test/histories.js';
import { turnContext } from '../turn/turn-input.js';
import { conversationDecider, existing } from './conversation-decider.js';

const definition = { agent: testProfile, graph: compileGraph(testGraph) };
const limits = { ...conditions.limits, maxTranscriptCharacters: 4_000 };
const never = new AbortController().signal;
const marksIn = (text: string) => new Set(text.match(/MARK\d+/g));

/** Its summaries name each mark that it was shown, or fail. */
function summarizer(contextTokens: number, fails: () => boolean) {
  return {
    name: 'some/model',
    settings: { context_tokens: contextTokens },
    judge: () => Promise.reject(new TypeError('Nothing is to be judged.')),
    async *generate({ messages }: WordsRequest, _signal: AbortSignal, onAttempt: AttemptListener) {
      const failure = fails() ? 'unavailable' : null;
      const words = [...marksIn(JSON.stringify(messages))].join(' ');
      onAttempt(attempt([words], { failure }));
      if (failure !== null) throw new ModelError(failure);
      yield words;
    },
  };
}

describe('given a conversation longer than a prompt', () => {
  it('when some or all of its summaries fail, then each message is in the summary, or kept for the next one', async () => {
    const lengths = fc.array(fc.nat(1_500), { minLength: 10, maxLength: 30 });
    const failures = fc.infiniteStream(fc.integer({ min: 0, max: 99 }));
    const contexts = fc.constantFrom(4_096, 8_192, 32_768);
    await fc.assert(
      fc.asyncProperty(
        lengths,
        failures,
        contexts,
        fc.constantFrom(0, 30, 90, 100),
        async (texts, dice, contextTokens, percent) => {
          const model = summarizer(contextTokens, () => (dice.next().value ?? 0) < percent);
          const first = { ...start(), conditions: { ...conditions, limits } } as TimedCommand;
          let state = fold(history(first, complete('i1')));
          const take = (command: TimedCommand): void =>
            void (state = fold(conversationDecider.decide(state, command), state));
          const all = new Set<string>();
          for (const [place, length] of texts.entries()) {
            const turn = `i${place + 2}`;
            const text = `MARK${place} ${'so it went on '.repeat(Math.ceil(length / 14))}`;
            all.add(`MARK${place}`);
            take({ ...say(text, turn), conditions: { ...conditions, limits } } as TimedCommand);
            take(complete(turn));
            const recorder = new TurnRecorder((use, hashed) => `${use}${hashed.length}`);
            const summary = await summedUp(
              turnContext(existing(state), definition),
              turn,
              turnPorts(model, recorder),
              never,
            );
            if (summary === null) continue;
            const record = { calls: recorder.calls(), facts: recorder.facts() };
            take({
              type: 'SummarizeConversation',
              interactionId: turn,
              ...record,
              summary,
              atMs: 5_000_000,
            });
          }
          const { transcript, fallen, summary } = existing(state);
          const kept = [...transcript, ...(fallen ?? [])].map(({ text }) => text).join(' ');
          expect(marksIn(`${kept} ${summary?.text ?? ''}`)).toEqual(all);
        },
      ),
      { numRuns: 60, seed: 17 },
    );
  });
});
