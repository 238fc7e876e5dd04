import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { Models } from '../src/models.js';
import { asksForChoice } from './asked-for.js';
import { configured } from './configured-models.js';
import { Conversation } from './conversation.js';
import { action, graph } from './graphs/builders.js';
import { ManualTimers } from './manual-timers.js';
import { hang, ScriptedLanguageModel } from './scripted-language-model.js';

/** Two actions: a turn judges, then words its message. */
const row = graph('Lends books', [
  action(
    'desk',
    'Find the book',
    ['Ask for the title', 'Ask for the author'],
    [['The title is known', 'end']],
  ),
  action('end', 'Say goodbye', ['Say goodbye'], []),
]);

/** Answers each call at once. */
class HealthyModel extends ScriptedLanguageModel {
  override async doStream(options: LanguageModelV4CallOptions) {
    const isChoice = asksForChoice(options);
    const answer = isChoice ? '{"choice":"action_1","reason":"no title yet"}' : 'Which book?';
    this.calls.push(options);
    return new ScriptedLanguageModel([answer]).doStream(options);
  }
}

/** A turn, and after how many ms its message came. Time passes only while nothing else happens. */
async function turnOn(models: Models, timers: ManualTimers) {
  const port = models.forTurn({ conversationId: 'c1', preferences: [] });
  const conversation = new Conversation(row, undefined, undefined, port);
  conversation.state = 'desk';
  const startedAtMs = timers.now();
  let isOver = false;
  const turn = conversation.say('Hello').finally(() => (isOver = true));
  turn.catch(() => undefined);
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!isOver && timers.pending > 0) timers.pass(50);
  }
  return { turn, afterMs: timers.now() - startedAtMs };
}

const hanging = () => new ScriptedLanguageModel(Array.from({ length: 99 }, () => hang));

describe('given a model that hangs, with a healthy fallback', () => {
  it('then the message is there within 5 s, and the model is asked once in the turn', async () => {
    const timers = new ManualTimers();
    const hung = hanging();
    const { turn, afterMs } = await turnOn(
      new Models(configured(hung, new HealthyModel()), { timers }),
      timers,
    );
    expect((await turn).message).toBe('Which book?');
    expect(afterMs).toBeLessThan(5_000);
    expect(hung.calls).toHaveLength(1);
  });

  it('when turn after turn is late, then its circuit opens, and a turn no longer waits for it', async () => {
    const timers = new ManualTimers();
    const models = new Models(configured(hanging(), new HealthyModel()), { timers });
    for (let turn = 0; turn < 6; turn += 1) await turnOn(models, timers);
    expect((await turnOn(models, timers)).afterMs).toBe(0);
  });
});

/** Sends these pieces of each response, and no more. */
class FadingModel extends ScriptedLanguageModel {
  constructor(private readonly pieces: readonly string[]) {
    super();
  }

  override async doStream(options: LanguageModelV4CallOptions) {
    const answer = await super.doStream(options);
    for (const piece of this.pieces) this.say(piece);
    return answer;
  }
}

describe('given a model that begins and then hangs, with a healthy fallback', () => {
  it('when it has sent nothing but an empty piece, then the message is there within 5 s', async () => {
    const timers = new ManualTimers();
    const models = new Models(configured(new FadingModel(['']), new HealthyModel()), { timers });
    const { turn, afterMs } = await turnOn(models, timers);
    expect((await turn).message).toBe('Which book?');
    expect(afterMs).toBeLessThan(5_000);
  });

  it('when it stops within a choice, then it is waited for as long as for a piece of a message', async () => {
    const timers = new ManualTimers();
    const models = new Models(configured(new FadingModel(['{"choice"']), new HealthyModel()), { timers });
    const { turn, afterMs } = await turnOn(models, timers);
    expect((await turn).message).toBe('Which book?');
    expect(afterMs).toBeLessThan(16_000);
  });
});

describe('given a model that hangs, alone', () => {
  it('then all calls of the turn share one budget: it is not asked again after its time limit', async () => {
    const timers = new ManualTimers();
    const hung = hanging();
    const { turn, afterMs } = await turnOn(new Models(configured(hung), { timers }), timers);
    await expect(turn).rejects.toMatchObject({ kind: 'timeout' });
    expect(afterMs).toBeLessThan(31_000);
    expect(hung.calls).toHaveLength(1);
  });

  it('when only its first answer was slow, then what is left of the time is for the next one', async () => {
    const hung = hanging();
    const timers = new ManualTimers();
    const slow = new HealthyModel();
    const judge = slow.doStream.bind(slow);
    slow.doStream = async (options) => {
      if (!asksForChoice(options)) return hung.doStream(options);
      timers.pass(20_000);
      return judge(options);
    };
    const { turn, afterMs } = await turnOn(new Models(configured(slow), { timers }), timers);
    await expect(turn).rejects.toMatchObject({ kind: 'timeout' });
    expect(afterMs).toBeLessThan(51_000);
    expect(hung.calls).toHaveLength(1);
  });
});
