import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ClassicClient } from '../support/client.js';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { completionOf, streamFaults } from '../support/held-turn.js';
import { hostileCases } from '../support/hostile-cases.js';
import { goodMessage, HostileModel } from '../support/hostile-model.js';
import { withoutRateLimits } from '../support/rate-limits.js';
import { startSystem, type RunningSystem } from '../support/running-system.js';
import { signInAsDemoUser } from '../support/sessions.js';
import { Speaker } from '../support/speaker.js';

jest.setTimeout(180_000); // the first one starts a whole system

let dataDir: string;
let model: HostileModel;
let system: RunningSystem;
let client: ClassicClient;

beforeAll(async () => {
  dataDir = makeTemporaryFolder();
  model = await HostileModel.start();
  const env = { SVC_MODEL_BASE_URL: model.url, SVC_MODEL_NAME: 'hostile-model', ...withoutRateLimits };
  system = await startSystem({ dataDir, env });
  client = await signInAsDemoUser(system.baseUrl, system.credentials());
});
afterAll(async () => {
  await system?.stop();
  await model?.stop();
  removeFolder(dataDir);
});

/** The user talks with the service once at a time. */
afterEach(async () => {
  const { conversations } = await client.conversations({ is_finished: false });
  for (const { id } of conversations) await client.finish(id);
});

/** A conversation whose greeting has been heard. */
async function begun(): Promise<Speaker> {
  model.plan({});
  const speaker = new Speaker({ client, serviceId: system.credentials().service_id });
  expect((await speaker.begin()).outcome).toBe('complete');
  return speaker;
}

async function stored(speaker: Speaker): Promise<readonly string[]> {
  const held = speaker.conversations.at(-1);
  const messages = (held && (await speaker.messagesOf(held))) ?? [];
  return messages.map(({ message }) => message);
}

describe('given a model that misbehaves', () => {
  it.each(hostileCases)(
    'when $name, then what is heard is stored, and the conversation goes on',
    async (one) => {
      const speaker = await begun();
      const before = await stored(speaker);
      model.plan(one.plan);

      const turn = await speaker.say('My knee hurts.');

      const said = completionOf(turn)?.full_message;
      if (one.heard === null) {
        expect(turn.outcome).toBe('void');
        expect(turn.heard.at(-1)).toMatchObject({
          type: 'error',
          http_error_code: 503,
          error_description: expect.stringMatching(one.error ?? /./),
        });
        expect(await stored(speaker)).toEqual(before);
      } else {
        expect(said).toEqual(typeof one.heard === 'string' ? one.heard : expect.stringMatching(one.heard));
        expect(streamFaults(turn)).toEqual([]);
        expect(await stored(speaker)).toEqual([...before, 'My knee hurts.', said]);
      }
      // Nothing of the provider's own words and keys gets out.
      expect(JSON.stringify(turn.heard)).not.toContain('sk-secret');
      expect(JSON.stringify(turn.heard)).not.toContain('annoying');

      model.plan({});
      const next = await speaker.say('Still there?');
      expect(completionOf(next)?.full_message).toBe(goodMessage);
    },
  );

  it('when it fails at the greeting, then there is no conversation, and the next one begins', async () => {
    const speaker = new Speaker({ client, serviceId: system.credentials().service_id });
    model.plan({ messages: [{ status: 401 }] });
    expect((await speaker.begin()).outcome).toBe('void');
    const held = speaker.conversations.at(-1);
    expect(held && (await speaker.messagesOf(held))).toBeUndefined();
    await begun();
  });
});
