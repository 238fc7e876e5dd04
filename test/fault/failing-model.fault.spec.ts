import { expect, it, jest } from '@jest/globals';
import { seededRandom, seedFrom, type SeededRandom } from '@svc/testing';
import { streamFaults } from '../support/held-turn.js';
import { HostileModel, type Answer } from '../support/hostile-model.js';
import { interactionsIn, compareWithRecord } from '../support/kept-interactions.js';
import { signInAsDemoUser } from '../support/sessions.js';
import { signUpSpeakers } from '../support/speaker.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import { isFullRun } from './fault-length.js';

jest.setTimeout(10 * 60_000);

const users = 8;
const turns = isFullRun ? 1_000 : 200;

const failingJudgements: readonly Answer[] = [
  { text: 'hmm' },
  { status: 500 },
  { status: 429, headers: { 'retry-after': '1' } },
  { isDestroyed: true },
  { isBodyCut: true },
  { fields: { content: null } },
  { body: 'x' },
];
const failingMessages: readonly Answer[] = [
  { cutAfter: 2 },
  { status: 503 },
  { pieces: [] },
  { garbage: 'data: {not json\n\n' },
  { without: 'end' },
  { isDestroyed: true },
];

const system = new StandaloneFixture();

/** A model of whose judgements 12 % fail, and of whose messages 15 %. */
async function startFailingModel(random: SeededRandom): Promise<HostileModel> {
  const model = await HostileModel.start();
  system.atEnd(() => model.stop());
  const one = (of: readonly Answer[]) => of[random.below(of.length)];
  model.misbehave((kind) =>
    kind === 'judgement'
      ? random.below(100) < 12 && one(failingJudgements)
      : random.below(100) < 15 && one(failingMessages),
  );
  return model;
}

/** How many turns come to nothing. What was acknowledged is what is stored. */
async function lostTurns(env: Readonly<Record<string, string>>): Promise<number> {
  const standalone = await system.start({ env });
  const administrator = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
  const speakers = await signUpSpeakers(administrator, standalone.credentials(), users);
  const outcomes: string[] = [];
  await Promise.all(
    speakers.map(async (speaker) => {
      while ((await speaker.begin()).outcome !== 'complete');
      for (let turn = 0; turn < turns / users; turn += 1) {
        const told = await speaker.say(`This is turn ${turn}.`);
        expect(streamFaults(told)).toEqual([]);
        outcomes.push(told.outcome);
      }
      for (const held of speaker.conversations) {
        const messages = (await speaker.messagesOf(held)) ?? [];
        expect(compareWithRecord(held, interactionsIn(messages))).toEqual([]);
      }
    }),
  );
  expect(outcomes).toHaveLength(turns);
  return outcomes.filter((outcome) => outcome !== 'complete').length;
}

it('given a model that fails often, at most 3 % of the turns are lost', async () => {
  const model = await startFailingModel(seededRandom(seedFrom('SVC_FAULT_SEED')));
  const env = { SVC_MODEL_BASE_URL: model.url, SVC_MODEL_NAME: 'failing' };
  expect(await lostTurns(env)).toBeLessThanOrEqual(0.03 * turns);
});

it('given one fallback that fails as often, at most 1 % of the turns are lost', async () => {
  const random = seededRandom(seedFrom('SVC_FAULT_SEED'));
  const [first, second] = [await startFailingModel(random), await startFailingModel(random)];
  const definition = { provider: 'openai-compatible', model: 'failing' };
  const models = {
    default: { ...definition, base_url: first.url, fallbacks: ['second'] },
    second: { ...definition, base_url: second.url },
  };
  expect(await lostTurns({ SVC_MODELS: JSON.stringify(models) })).toBeLessThanOrEqual(0.01 * turns);
});
