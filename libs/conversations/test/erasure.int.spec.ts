import { callerOf } from '@svc/testing';
import { EraseSubject } from '../src/application/erase-subject.js';
import { Leftovers } from '../src/index.js';
import { ReadModels } from '../src/application/read-models.js';
import { VerifyLog } from '../src/application/verify-log.js';
import { Conversations } from '../src/log/conversations.js';
import { ada } from './callers.js';
import { erasureRequest } from './erasure-request.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { noRemains, personalRemains } from './personal-remains.js';
import { readModelContent } from './read-model-content.js';
import { eventsOf, expireLeases, leases } from './storage.js';
import { all, begun, messagesOf, saying } from './turns.js';

const bob = callerOf('bob');
const subject = 'org:demo/user/ada';
const bobs = 'org:demo/user/bob';

let library: Library;
let host: Host;
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
beforeEach(async () => {
  await library.clear();
  library.peers.erased.clear();
  // Longer than keys are cached.
  library.clock.nowMs += 60_000;
});
afterAll(() => library.close());

/** Erases as identity does, and then in this context, but leaves conversations open; deleted-user.int.spec has the rest. */
async function erase(whose = subject): Promise<void> {
  library.peers.erased.add(whose);
  await host.get(EraseSubject).execute(erasureRequest(whose));
}

/** With everything that can be stored of a user: words in rows, a snapshot, and data too long for an event. */
async function longConversation(): Promise<string> {
  const conversationId = await begun(host);
  await all(host.client.interact(saying(conversationId, '😀'.repeat(20_000))));
  for (let turn = 0; turn < 12; turn += 1)
    await all(host.client.interact(saying(conversationId, 'I like novels')));
  return conversationId;
}

const list = async () =>
  (
    await host.client.listConversations({
      caller: ada,
      conversationIds: [],
      userIds: [],
      serviceIds: [],
      tags: [],
      sortBy: [],
    })
  ).conversations;

/** Rows as stored. */
async function storedRows(): Promise<readonly unknown[]> {
  const { rows } = await library.database.pool.query(`
    SELECT c::text AS row FROM conversations.conversation AS c UNION ALL
    SELECT m::text FROM conversations.message AS m UNION ALL
    SELECT o::text FROM conversations.open_conversation AS o UNION ALL
    SELECT t::text FROM conversations.conversation_tag AS t ORDER BY 1`);
  return rows;
}

describe('an erased user', () => {
  it('leaves no note of answers that nobody has heard, and those of others stay', async () => {
    const conversations = [await begun(host), await begun(host, { caller: bob })];
    const { pool } = library.database;
    await pool.query(
      `INSERT INTO conversations.unheard_answer (tenant_id, conversation_id, interaction_id)
       SELECT tenant_id, conversation_id, 'i1' FROM conversations.conversation`,
    );
    await erase();
    const { rows } = await pool.query('SELECT conversation_id AS id FROM conversations.unheard_answer');
    expect(rows).toEqual([{ id: conversations[1] }]);
  });

  it('leaves nothing personal, and everything else as it was', async () => {
    const conversationId = await longConversation();
    await begun(host, { caller: bob });
    const [before, messagesBefore] = [await list(), await messagesOf(host, conversationId)];
    const remains = await personalRemains(library, subject);
    expect(remains).toEqual({ messages: 27, conversations: 1, snapshots: 1, blobs: 1 });
    const ofBob = await personalRemains(library, bobs);

    await erase();

    expect(await personalRemains(library, subject)).toEqual(noRemains);
    expect(await personalRemains(library, bobs)).toEqual(ofBob);
    expect(await list()).toEqual(before.map((listed) => ({ ...listed, finalMessage: '' })));
    expect(await messagesOf(host, conversationId)).toEqual(
      messagesBefore.map((message) => ({ ...message, sender: '', text: '' })),
    );
    expect(await host.get(VerifyLog).execute({})).toMatchObject({ violations: [], unjudged: [] });
  });

  it('loads without words, and can be finished', async () => {
    const conversationId = await longConversation();
    await erase();

    const context = await library.openContext();
    const { state } = await context.get(Conversations).load('org:demo', conversationId);
    expect(state).toMatchObject({ stage: 'open', completedInteractions: 14, recordedMessages: 27 });
    expect(JSON.stringify(state)).not.toMatch(/novels|😀|Hello|Example/);
    await host.client.finishConversation({ caller: ada, conversationId });
    expect(await list()).toMatchObject([{ conversationId, isFinished: true }]);
    expect(await personalRemains(library, subject)).toEqual(noRemains);
  });

  it('can not speak, and no words are kept', async () => {
    const conversationId = await begun(host);
    await erase();
    const before = await eventsOf(library, conversationId);
    const notFound = { code: 'not_found' };
    await expect(all(host.client.interact(saying(conversationId, 'I like novels')))).rejects.toMatchObject(
      notFound,
    );
    await expect(begun(host, { serviceId: '5e0000000000000000000002' })).rejects.toMatchObject(notFound);
    expect(await eventsOf(library, conversationId)).toEqual(before);
    expect(await personalRemains(library, subject)).toEqual(noRemains);
    expect(await leases(library)).toEqual([]);
  });

  it('given an abandoned turn, then it can be voided', async () => {
    const conversationId = await begun(host);
    const other = await library.startHost('host-2');
    const hold = other.model.hold();
    const lost = all(other.client.interact(saying(conversationId, 'I like novels'))).catch(() => undefined);
    await hold.reached;
    await erase();
    await expireLeases(library);
    expect(await host.get(Leftovers).voidExpired()).toBe(1);
    hold.release();
    await lost;
    expect((await eventsOf(library, conversationId)).map(({ type }) => type).at(-1)).toBe(
      'InteractionVoided',
    );
    expect(await personalRemains(library, subject)).toEqual(noRemains);
  });

  it('has the same rows after a rebuild, and so has another user of the organization', async () => {
    await longConversation();
    await begun(host, { caller: bob });
    await erase();
    await erase(bobs);
    const cleared = await storedRows();
    await host.get(ReadModels).rebuild();
    expect(await storedRows()).toEqual(cleared);
    expect((await readModelContent(library)).message.map(({ text }) => text)).toEqual(Array(28).fill(''));
  });

  it('can be erased again', async () => {
    await longConversation();
    await Promise.all([erase(), erase()]);
    await erase();
    expect(await personalRemains(library, subject)).toEqual(noRemains);
  });

  it('given an interrupted erasure, then the next start continues it', async () => {
    await longConversation();
    host.wire.fault = (statement, run) => {
      if (statement.name.includes('clear_personal')) throw new Error('lost');
      return run();
    };
    library.peers.erased.add(subject);
    await expect(host.admin.eraseSubject({ subject })).rejects.toMatchObject({ code: 'internal_error' });
    host.wire.fault = undefined;
    expect(await personalRemains(library, subject)).toMatchObject({ messages: 27 });
    await library.startHost('host-3');
    expect(await personalRemains(library, subject)).toEqual(noRemains);
  });

  it.each([
    ['nothing', ''],
    ['U+0000', 'a\u0000'],
    ['513 bytes', 'x'.repeat(513)],
  ])('given %s for a subject, then it is refused', async (_what, wrong) => {
    await expect(host.admin.eraseSubject({ subject: wrong })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('given an unknown subject, then nothing happens', async () => {
    const conversationId = await begun(host);
    await host.get(EraseSubject).execute(erasureRequest('org:demo/user/nobody'));
    expect(await messagesOf(host, conversationId)).toMatchObject([{ text: 'Hello there.' }]);
  });
});
