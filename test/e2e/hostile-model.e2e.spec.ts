import { afterEach, describe, expect, it } from '@jest/globals';
import { completionOf, streamViolations } from '../support/held-turn.js';
import { hostileCases } from '../support/hostile-cases.js';
import { goodMessage, HostileModel } from '../support/hostile-model.js';
import { Speaker } from '../support/speaker.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem({ counterpart: () => HostileModel.start() });

/** The user talks with the service once at a time. */
afterEach(async () => {
  const { conversations } = await system.administrator.conversations({ is_finished: false });
  for (const { id } of conversations) await system.administrator.finish(id);
});

const speakerOf = () =>
  new Speaker({ client: system.administrator, serviceId: system.credentials.service_id });

/** A conversation after its greeting. */
async function begun(): Promise<Speaker> {
  system.counterpart.plan({});
  const speaker = speakerOf();
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
      system.counterpart.plan(one.plan);

      const turn = await speaker.say('My knee hurts.');

      const said = completionOf(turn)?.full_message;
      if (one.expected === null) {
        expect(turn.outcome).toBe('void');
        expect(turn.received.at(-1)).toMatchObject({
          type: 'error',
          http_error_code: one.status ?? 503,
          error_description: expect.stringMatching(one.error ?? /./),
        });
        expect(await stored(speaker)).toEqual(before);
      } else {
        expect(said).toEqual(
          typeof one.expected === 'string' ? one.expected : expect.stringMatching(one.expected),
        );
        expect(streamViolations(turn)).toEqual([]);
        expect(await stored(speaker)).toEqual([...before, 'My knee hurts.', said]);
      }
      // Nothing of the provider's own words and keys gets out.
      expect(JSON.stringify(turn.received)).not.toContain('sk-secret');
      expect(JSON.stringify(turn.received)).not.toContain('annoying');

      system.counterpart.plan({});
      const next = await speaker.say('Still there?');
      expect(completionOf(next)?.full_message).toBe(goodMessage);
    },
  );

  it('when it fails at the greeting, then there is no conversation, and the next one begins', async () => {
    const speaker = speakerOf();
    system.counterpart.plan({ messages: [{ status: 401 }] });
    expect((await speaker.begin()).outcome).toBe('void');
    const held = speaker.conversations.at(-1);
    expect(held && (await speaker.messagesOf(held))).toBeUndefined();
    await begun();
  });
});
