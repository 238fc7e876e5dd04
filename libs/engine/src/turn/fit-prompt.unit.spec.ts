import { actionState, annotationState, graphOf } from '../../test/graphs.js';
import { SmallModel } from '../../test/small-model.js';
import { summaryOf, takeTurn, turnInput, userSays } from '../../test/turns.js';
import { ModelError } from '../model/model-error.js';
import type { TranscriptMessage } from '../input/transcript-message.js';
import type { TurnRequest } from '../input/turn-request.js';

const graph = graphOf([
  actionState('desk', {
    actions: ['Ask for the title', 'Offer a seat'],
    exitConditions: [{ description: 'The title is known', nextState: 'note' }],
  }),
  annotationState('note', 'They know what they want', 'desk_again'),
  actionState('desk_again', { exitConditions: [{ description: 'All is said', nextState: 'end' }] }),
  actionState('end'),
]);

const long = (words: number): readonly TranscriptMessage[] =>
  Array.from({ length: words / 10 }, (_, place) => ({
    type: place % 2 === 0 ? 'user-message' : 'agent-message',
    text: `${place}: so many books are here and none is it`,
  }));

const atDesk = (changes: Partial<TurnRequest>) =>
  turnInput(graph, { currentState: 'desk', input: userSays('Moby Dick'), ...changes });

it('given a model of 4,096 tokens, when all its data is long, then the prompt still fits', async () => {
  const model = new SmallModel(4_096, 4_096, { choices: ['Offer a seat'] });
  const words = 'He likes maps and the sea and old books about both of them. ';
  const user = {
    displayName: 'Bo',
    preferredLanguage: null,
    timezone: null,
    additionalContext: Array.from({ length: 100 }, (_, place) => `${place} ${words}`),
    isReturning: true,
    recollections: Array.from({ length: 100 }, () => ({
      type: 'known' as const,
      content: words,
      context: '',
      saidAtMs: 0,
    })),
  };
  // The longest summary, in a script with more than one token per character.
  const summary = summaryOf('会話'.repeat(1_000));
  await takeTurn(
    atDesk({ user, summary, transcript: long(5_000), input: userSays(words.repeat(500)) }),
    model,
  );
  expect(model.refused).toBe(0);
  // The transcript still gets its half, as without a summary.
  expect(JSON.stringify(model.asked[0])).toContain('so many books are here');
  // The newest notes are the ones that stay.
  expect(JSON.stringify(model.asked[0])).toContain(`99 ${words.trim()}`);
});

it('given a model that may write long responses, then the prompt leaves room for them', async () => {
  const askedFor = async (settings: object) => {
    const model = new SmallModel(100_000, 4_096, { choices: ['Offer a seat'] });
    Object.assign(model.settings, settings);
    await takeTurn(atDesk({ transcript: long(5_000) }), model);
    return Math.max(...model.asked.map((messages) => JSON.stringify(messages).length));
  };
  const usual = await askedFor({});
  expect(await askedFor({ max_output_tokens: 500 })).toBe(usual);
  expect(await askedFor({ max_output_tokens: 2_500 })).toBeLessThan(usual * 0.8);
});

it('given a full window, then the prompts of successive turns begin alike', async () => {
  const begins: string[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const transcript = long(4_000 + turn * 20);
    const model = new SmallModel(4_096, 4_096, { choices: ['Offer a seat'] });
    await takeTurn(atDesk({ transcript }), model);
    for (const messages of model.asked) begins.push(messages[2]!.content);
  }
  // Now and then a block is dropped; nothing else changes.
  expect(new Set(begins).size).toBeLessThanOrEqual(2);
});

describe('given a model with a smaller context than configured', () => {
  it('then it is called once more with half of the transcript, and both calls are recorded', async () => {
    const model = new SmallModel(3_300, null, { choices: ['Offer a seat'] });
    const { calls, result } = await takeTurn(atDesk({ transcript: long(2_400) }), model);
    expect(result.message).toBe('Hello there.');
    expect(calls.map(({ id, failure }) => [id, failure])).toEqual([
      ['i1/m.navigate.desk.1', 'context_overflow'],
      ['i1/m.navigate.desk.2', null],
      ['i1/m.engage.desk.1', null],
    ]);
  });

  it('when that is too long as well, then the turn fails with it, and the log says what to check', async () => {
    const model = new SmallModel(100, null, { choices: ['Offer a seat'] });
    await expect(takeTurn(atDesk({}), model)).rejects.toMatchObject({
      kind: 'context_overflow',
      privateDetail: expect.stringMatching(
        /about \d+ tokens, after what was said was cut: the agent and its graph/,
      ),
    });
    expect(model.refused).toBe(2);
  });

  it('when it fails after its first word, then the turn fails, since that word was sent', async () => {
    const model = new SmallModel(40_000, null, { choices: ['Offer a seat'] });
    let messages = 0;
    model.generate = async function* () {
      messages += 1;
      yield 'Hello';
      throw new ModelError('context_overflow');
    };
    await expect(takeTurn(atDesk({}), model)).rejects.toMatchObject({ kind: 'context_overflow' });
    expect(messages).toBe(1);
  });
});
