import { expect, it, jest } from '@jest/globals';
import { seededRandom, seedFrom, type SeededRandom } from '@svc/testing';
import { completionOf, streamViolations, type HeldTurn } from '../support/held-turn.js';
import { goodMessage } from '../support/hostile-model.js';
import { interactionsIn, compareWithRecord } from '../support/kept-interactions.js';
import { signInAsDemoUser } from '../support/sessions.js';
import { signUpSpeakers } from '../support/speaker.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import { FailingModel } from './failing-model.js';
import { isFullRun } from './fault-length.js';

jest.setTimeout(10 * 60_000);

const users = 8;
const turns = isFullRun ? 1_000 : 200;

const system = new StandaloneFixture();

function seeded(): SeededRandom {
  const random = seededRandom(seedFrom('SVC_FAULT_SEED'));
  process.stdout.write(`failing-model: SVC_FAULT_SEED=${random.seed}\n`);
  return random;
}

async function startFailingModel(random: SeededRandom): Promise<FailingModel> {
  const model = await FailingModel.start(random);
  system.atEnd(() => model.stop());
  return model;
}

/** The turns of all users. What was acknowledged is what is stored. */
async function converse(env: Readonly<Record<string, string>>): Promise<readonly HeldTurn[]> {
  const standalone = await system.start({ env });
  const administrator = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
  const speakers = await signUpSpeakers(administrator, standalone.credentials(), users);
  const taken: HeldTurn[] = [];
  await Promise.all(
    speakers.map(async (speaker) => {
      while ((await speaker.begin()).outcome !== 'complete');
      for (let turn = 0; turn < turns / users; turn += 1) {
        const told = await speaker.say(`This is turn ${turn}.`);
        expect(streamViolations(told)).toEqual([]);
        taken.push(told);
      }
      for (const held of speaker.conversations) {
        const messages = (await speaker.messagesOf(held)) ?? [];
        expect(compareWithRecord(held, interactionsIn(messages))).toEqual([]);
      }
    }),
  );
  expect(taken).toHaveLength(turns);
  return taken;
}

/** How many turns were lost; each is printed. */
function lostOf(taken: readonly HeldTurn[], ...models: readonly FailingModel[]): number {
  const complete = taken.filter(({ outcome }) => outcome === 'complete');
  const lost = taken.filter(({ outcome }) => outcome !== 'complete');
  const unbroken = complete.filter((turn) => completionOf(turn)?.full_message === goodMessage);
  const maxMs = Math.max(...taken.map(({ askedAtMs, endedAtMs }) => endedAtMs - askedAtMs));
  process.stdout.write(
    `failing-model: ${taken.length} turns, ${lost.length} lost, ` +
      `${complete.length - unbroken.length} broken off and completed, the longest in ${(maxMs / 1_000).toFixed(1)} s; ` +
      `${models.map(({ summary }) => summary).join('; the fallback ')}\n` +
      lost.map(({ failure: error }) => `  lost: ${JSON.stringify(error)}\n`).join(''),
  );
  return lost.length;
}

it('given a model that fails a fifth of its requests, at most 1 % of the turns are lost', async () => {
  const model = await startFailingModel(seeded());
  const taken = await converse({ SVC_MODEL_BASE_URL: model.url, SVC_MODEL_NAME: 'failing' });
  expect(lostOf(taken, model)).toBeLessThanOrEqual(0.01 * turns);
});

it('given one fallback that fails as often, no turn is lost', async () => {
  const random = seeded();
  const [first, second] = [await startFailingModel(random), await startFailingModel(random)];
  const definition = { provider: 'openai-compatible', model: 'failing' };
  const models = {
    default: { ...definition, base_url: first.url, fallbacks: ['second'] },
    second: { ...definition, base_url: second.url },
  };
  const taken = await converse({ SVC_MODELS: JSON.stringify(models) });
  expect(lostOf(taken, first, second)).toBe(0);
});
