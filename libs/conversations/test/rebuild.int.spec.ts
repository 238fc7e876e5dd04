import { callerOf, eventually } from '@svc/testing';
import type { TestingModule } from '@nestjs/testing';
import { ReadModels } from '../src/application/read-models.js';
import { ada } from './callers.js';
import { wantsAdvice } from './definitions.js';
import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { userProfile } from './peers.js';
import { readModelContent, readModels } from './read-model-content.js';
import { waitingForLocks } from './storage.js';
import { all, begun, createRequest, saying } from './turns.js';

let library: Library;
let host: Host;
let context: TestingModule;

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  context = await library.openContext();
});
afterAll(async () => {
  await library.close();
});

const content = () => readModelContent(library);

describe('rebuilding the read models', () => {
  beforeAll(async () => {
    // finished, with an inner thought
    const finished = await begun(host, { tags: [{ key: 'desk', value: 'front' }, { key: 'area' }] });
    host.model.choice = wantsAdvice;
    await all(host.client.interact(saying(finished, 'What shall I read?')));
    host.model.choice = undefined;
    await host.client.finishConversation({ caller: ada, conversationId: finished });
    // open, with a turn that came to nothing
    const open = await begun(host);
    host.model.failure = new Error('out of order');
    await expect(all(host.client.interact(saying(open, 'Lost')))).rejects.toThrow();
    // discarded
    await expect(begun(host, { caller: callerOf('bob') })).rejects.toThrow();
    host.model.failure = undefined;
    await all(host.client.interact(saying(open, 'Hello')));
  });

  it('given rows that were lost, changed or added, then they are restored', async () => {
    const before = await content();
    for (const table of readModels) expect(before[table]).not.toEqual([]);
    await library.database.pool.query(`
      DELETE FROM conversations.message WHERE ordinal = 2;
      DELETE FROM conversations.conversation_tag; DELETE FROM conversations.open_conversation;
      UPDATE conversations.conversation SET final_message = 'changed', num_messages = 99;
      INSERT INTO conversations.message SELECT tenant_id, 'stray', 1, 'm', 'i', 'user-message', '', '', created_at
        FROM conversations.message LIMIT 1`);

    expect(await context.get(ReadModels).rebuild()).toMatchObject({ streams: 3 });

    expect(await content()).toEqual(before);
  });

  it('given a turn that runs during the rebuild, then it ends and is listed', async () => {
    const bob = callerOf('bob');
    const hold = host.model.hold();
    const turn = all(host.client.createConversation(createRequest({ caller: bob })));
    await hold.reached;
    const before = await content();
    await context.get(ReadModels).rebuild();
    expect(await content()).toEqual(before);
    hold.release();
    await turn;
    const after = await content();
    expect(after.message).toHaveLength(before.message.length + 1);
    await context.get(ReadModels).rebuild();
    expect(await content()).toEqual(after);
  });

  it('given an open-conversation row of the wrong conversation, then it is corrected', async () => {
    const before = await content();
    const { rowCount } = await library.database.pool.query(`
      UPDATE conversations.open_conversation AS place SET conversation_id = wrong.conversation_id
        FROM conversations.conversation AS wrong WHERE wrong.is_finished`);
    expect(rowCount).toBeGreaterThan(0);
    await context.get(ReadModels).rebuild();
    expect(await content()).toEqual(before);
  });

  it('given it waits for somebody who reads a message to change it, then turns of the conversation do not wait', async () => {
    const eve = callerOf('eve');
    library.peers.users.set('eve', userProfile('eve'));
    const conversationId = await begun(host, { caller: eve });
    const blocker = await library.database.pool.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('SELECT FROM conversations.message WHERE conversation_id = $1 FOR UPDATE', [
        conversationId,
      ]);
      const rebuilt = context.get(ReadModels).rebuild();
      await eventually(async () => expect(await waitingForLocks(library)).toBe(1));
      await all(host.client.interact(saying(conversationId, 'Hello', { caller: eve })));
      await blocker.query('ROLLBACK');
      expect((await rebuilt).repeated).toBeGreaterThan(0);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    const after = await content();
    await context.get(ReadModels).rebuild();
    expect(after).toEqual(await content());
  });
});
