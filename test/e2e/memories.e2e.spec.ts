import { describe, expect, it } from '@jest/globals';
import type { ClassicClient, Page } from '../support/client.js';
import { collect } from '../support/stream-events.js';
import { untilAnalyzed } from '../support/until-analyzed.js';
import { SuiteSystem } from '../support/suite-system.js';

interface Memories extends Page {
  readonly memories: readonly {
    readonly id: string;
    readonly conversation_id: string;
    readonly references: readonly string[];
    readonly content: string;
  }[];
}

interface UserModels {
  readonly user_models: readonly {
    readonly content: string;
    readonly insight_ids: readonly string[];
    readonly dimensions: readonly { readonly description: string; readonly tags: readonly string[] }[];
  }[];
  readonly additional_context: readonly string[];
}

const system = new SuiteSystem();

/** Says it in a new conversation, finishes it, and waits until it is analyzed. @returns the conversation's id */
async function talk(user: ClassicClient, ...said: readonly string[]): Promise<string> {
  const { id } = await system.begin(user);
  for (const message of said) await collect(user.interact(id, message));
  await user.finish(id);
  const { completed_post_processings: stages } = await untilAnalyzed(user, id);
  expect(stages).toEqual(['extract-memories', 'generate-user-models']);
  return id;
}

describe('what users say of themselves', () => {
  it('is remembered with its messages as evidence, until they say otherwise', async () => {
    const { client: user, userId } = await system.newUser();
    const memoriesOf = async (query = {}) =>
      (await user.json<Memories>('GET', `user/${userId}/memory`, { query })).memories;
    const known = async () => (await user.json<UserModels>('GET', `user/${userId}/user_model`)).user_models;
    expect([await memoriesOf(), await known()]).toEqual([[], []]);

    const first = await talk(user, 'I live in Berlin.', 'I am allergic to penicillin.');
    const memories = await memoriesOf();
    expect(memories.map(({ content }) => content)).toEqual([
      'Lives in Berlin.',
      'Is allergic to penicillin.',
    ]);
    const { messages } = await user.messages(first);
    const said = messages.filter(({ message_type }) => message_type === 'user-message');
    expect(memories.map(({ references }) => references)).toEqual(said.map(({ id }) => [id]));
    expect((await known()).map(({ insight_ids }) => insight_ids)).toEqual(memories.map(({ id }) => [id]));

    const second = await talk(user, 'I live in Munich.');
    const [moved] = await memoriesOf({ conversation_id: second });
    expect(await known()).toEqual([
      { content: 'Lives in Munich.', insight_ids: [moved?.id], dimensions: [expect.anything()] },
      {
        content: 'Is allergic to penicillin.',
        insight_ids: [memories[1]?.id],
        dimensions: [expect.anything()],
      },
    ]);
  });

  it('counts again, once the installer has retracted the conversation in which they said otherwise', async () => {
    const { client: user, userId } = await system.newUser();
    const known = async () => (await user.json<UserModels>('GET', `user/${userId}/user_model`)).user_models;
    const retract = (id: string) =>
      system.runAdmin('memory', 'retract', 'conversation', system.credentials.org_id, id);
    await talk(user, "I'm allergic to nuts.");
    const before = await known();
    const second = await talk(user, "I'm not allergic to nuts any more.");
    expect((await known()).map(({ content }) => content)).toEqual(['Is no longer allergic to nuts.']);

    const { stdout } = await retract(second);

    expect(JSON.parse(stdout)).toEqual({ conversation_id: second, retracted: [expect.any(String)] });
    expect(await known()).toEqual(before);
    const { memories } = await user.json<Memories>('GET', `user/${userId}/memory`);
    expect(memories.map(({ id }) => id)).toEqual(before[0]?.insight_ids);
    await expect(retract('f'.repeat(24))).rejects.toMatchObject({ code: 1 });
    // Everything was read by the extractor of this release.
    expect(await system.runAdmin('memory', 'reextract')).toMatchObject({ stdout: '' });
  });

  it('is seen only by those who may see it', async () => {
    const { client: user, userId } = await system.newUser();
    const { client: stranger } = await system.newUser();
    await talk(user, 'I live in Bremen.');
    const { memories } = await stranger.json<Memories>('GET', `user/${userId}/memory`);
    expect(memories).toEqual([]);
    await expect(stranger.json('GET', `user/${userId}/user_model`)).rejects.toMatchObject({ status: 403 });
  });
});
