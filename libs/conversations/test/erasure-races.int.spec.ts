import { InteractionKind } from '@svc/contracts/conversations';
import { eventually } from '@svc/testing';
import { EraseSubject } from '../src/application/erase-subject.js';
import { ReadModels } from '../src/application/read-models.js';
import { Conversations } from '../src/log/conversations.js';
import { ada } from './callers.js';
import { erasureRequest } from './erasure-request.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { noRemains, personalRemains } from './personal-remains.js';
import { eventsOf, leases, waitingForLocks } from './storage.js';
import { all, begun, createRequest, messagesOf, saying, valueOf } from './turns.js';

const subject = 'org:demo/user/ada';
const gone = { code: 'not_found', message: 'This belongs to a person who was deleted.' };

let library: Library;
/** Runs the turns. */
let host: Host;
/** Erases, unless `host` does it itself. */
let other: Host;
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  other = await library.startHost('host-2');
});
beforeEach(async () => {
  await library.clear();
  library.peers.erased.clear();
  // Longer than keys and users are cached.
  library.clock.nowMs += 60 * 60_000;
});
afterAll(() => library.close());

/** The clock stands still, so a host that has the key cached keeps it. */
async function eraseOn(eraser: Host): Promise<void> {
  library.peers.erased.add(subject);
  await eraser.get(EraseSubject).execute(erasureRequest(subject));
}

/** Identity still answers as before. */
async function eraseUnheard(): Promise<void> {
  await other.get(EraseSubject).execute(erasureRequest(subject));
}

async function typesOf(conversationId: string): Promise<readonly string[]> {
  return (await eventsOf(library, conversationId)).map(({ type }) => type);
}

async function expectNothingLeft(): Promise<void> {
  expect(await personalRemains(library, subject)).toEqual(noRemains);
  expect(await leases(library)).toEqual([]);
}

/** Ends when the test says so. */
async function lockRow(table: 'lease' | 'conversation' | 'message'): Promise<() => Promise<void>> {
  const client = await library.database.pool.connect();
  await client.query('BEGIN');
  await client.query(`SELECT FROM conversations.${table} FOR UPDATE`);
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

const untilWaiting = (sessions: number) =>
  eventually(async () => expect(await waitingForLocks(library)).toBe(sessions));

describe('an erasure in mid-turn', () => {
  const erasers: readonly [string, () => Host][] = [
    // The peer comes first, because `host` erases each user only once.
    ['another instance', () => other],
    ['the instance that runs it', () => host],
  ];

  it.each(erasers)('given %s erases, then the turn ends void, and nothing is left', async (_who, eraser) => {
    const conversationId = await begun(host);
    const hold = host.model.hold();
    const turn = all(host.client.interact(saying(conversationId, '😀'.repeat(20_000))));
    await hold.reached;
    expect(await personalRemains(library, subject)).toMatchObject({ blobs: 1 });
    await eraseOn(eraser());
    hold.release();

    await expect(turn).rejects.toMatchObject(gone);
    expect((await typesOf(conversationId)).slice(-2)).toEqual(['InteractionStarted', 'InteractionVoided']);
    expect(host.get(Conversations).recall('org:demo', conversationId)).toBeUndefined();
    await expectNothingLeft();
  });

  it.each(erasers)('given the first turn and %s, then the conversation is gone', async (_who, eraser) => {
    const hold = host.model.hold();
    const turn = all(host.client.createConversation(createRequest()));
    await hold.reached;
    await eraseOn(eraser());
    hold.release();

    await expect(turn).rejects.toMatchObject(gone);
    const { rows } = await library.database.pool.query('SELECT FROM conversations.open_conversation');
    expect(rows).toEqual([]);
    await expectNothingLeft();
  });
});

describe('an append that overlaps an erasure', () => {
  it('given its check comes after the erasure, then it is refused, and the turn is void', async () => {
    const conversationId = await begun(host);
    const hold = host.model.hold();
    const turn = all(host.client.interact(saying(conversationId, 'I like novels')));
    const outcome = turn.catch((error: unknown) => error);
    await hold.reached;
    const unlock = await lockRow('lease');
    hold.release();
    await untilWaiting(1);
    await eraseOn(other);
    await unlock();

    expect(await outcome).toMatchObject(gone);
    expect((await typesOf(conversationId)).at(-1)).toBe('InteractionVoided');
    await expectNothingLeft();
  });

  it('given its check comes before, then the erasure waits for it and clears what it wrote', async () => {
    const conversationId = await begun(host);
    const hold = host.model.hold();
    const turn = all(host.client.interact(saying(conversationId, 'I like novels')));
    await hold.reached;
    const unlock = await lockRow('conversation');
    hold.release();
    await untilWaiting(1);
    const erased = eraseOn(other);
    await untilWaiting(2);
    await unlock();

    expect(valueOf(await turn, 'interactionComplete').fullMessage).toBe('Hello there.');
    await erased;
    expect((await typesOf(conversationId)).at(-1)).toBe('InteractionCompleted');
    await expectNothingLeft();
  });
});

describe('an instance that still has key and conversation cached', () => {
  it('when the user speaks, then they get an error, and nothing has begun', async () => {
    const conversationId = await begun(host);
    await eraseUnheard();
    const before = await typesOf(conversationId);
    await expect(all(host.client.interact(saying(conversationId, 'I like novels')))).rejects.toMatchObject(
      gone,
    );
    expect(await typesOf(conversationId)).toEqual(before);
    await expectNothingLeft();
  });

  it('when a turn begins without words, then its agent message is not kept', async () => {
    const conversationId = await begun(host);
    await eraseUnheard();
    const skip = { kind: InteractionKind.INTERACTION_KIND_SKIP };
    await expect(all(host.client.interact(saying(conversationId, '', skip)))).rejects.toMatchObject(gone);
    expect((await typesOf(conversationId)).slice(-2)).toEqual(['InteractionStarted', 'InteractionVoided']);
    await expectNothingLeft();
  });

  it('after a refusal its cache is empty', async () => {
    const conversationId = await begun(host);
    await eraseUnheard();
    await expect(all(host.client.interact(saying(conversationId, 'Hello')))).rejects.toMatchObject(gone);
    host.wire.statements.length = 0;
    await expect(all(host.client.interact(saying(conversationId, 'Hello')))).rejects.toMatchObject(gone);
    expect(host.wire.statements.map(({ name }) => name)).toContain('conversations.load_stream');
  });

  it('when messages are listed, then none has text', async () => {
    const conversationId = await begun(host);
    await messagesOf(host, conversationId);
    await eraseOn(other);
    expect(await messagesOf(host, conversationId)).toMatchObject([{ sender: '', text: '' }]);
  });

  it('when it has to read data stored next to an event, then it continues without', async () => {
    const conversationId = await begun(other);
    await all(other.client.interact(saying(conversationId, '😀'.repeat(20_000))));
    await eraseUnheard();
    await host.client.finishConversation({ caller: ada, conversationId });
    expect((await typesOf(conversationId)).at(-1)).toBe('ConversationFinished');
    await expectNothingLeft();
  });
});

describe('an erasure during a rebuild of read models', () => {
  it('given the rebuild has read the words, then none comes back', async () => {
    const conversationId = await begun(host);
    await all(host.client.interact(saying(conversationId, 'I like novels')));
    const unlock = await lockRow('message');
    const rebuilt = host.get(ReadModels).rebuild();
    await untilWaiting(1);
    const erased = eraseOn(other);
    await eventually(async () => {
      const { rowCount } = await library.database.pool.query('SELECT FROM conversations.erased_subject');
      expect(rowCount).toBe(1);
    });
    await unlock();
    await Promise.all([rebuilt, erased]);
    expect(await messagesOf(host, conversationId)).toMatchObject(Array(3).fill({ text: '' }));
    await expectNothingLeft();
  });
});
