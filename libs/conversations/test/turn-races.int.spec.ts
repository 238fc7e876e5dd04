import { callerOf } from '@svc/testing';
import { ada } from './callers.js';
import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { otherServiceId } from './peers.js';
import { appendNote, eventsOf, leases } from './storage.js';
import { all, begun, createRequest, messagesOf, saying, valueOf } from './turns.js';

let library: Library;
let hosts: readonly [Host, Host];

beforeAll(async () => {
  library = await openLibrary();
  hosts = [await library.startHost('host-1'), await library.startHost('host-2')];
});
beforeEach(async () => {
  await library.clear();
});
afterAll(async () => {
  await library.close();
});

/** Runs calls concurrently on both hosts. Returns who succeeded, and the error codes of the others. */
async function race<Result>(calls: readonly ((host: Host) => Promise<Result>)[]) {
  const outcomes = await Promise.allSettled(calls.map((call, index) => call(hosts[index % 2]!)));
  return {
    won: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    lost: outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as { readonly code?: string }).code] : [],
    ),
  };
}

const rounds = 8;
const rivals = 6;

describe('calls that race', () => {
  it('given many creates at once, then one creates a conversation, and the others get the reason', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await library.clear();
      const { won, lost } = await race(
        Array.from(
          { length: rivals },
          () => (host: Host) => all(host.client.createConversation(createRequest())),
        ),
      );
      expect(won).toHaveLength(1);
      for (const code of lost) expect(['operation_in_progress', 'conversation_already_open']).toContain(code);
      const { rows } = await library.database.pool.query('SELECT FROM conversations.conversation');
      expect(rows).toHaveLength(1);
      expect(await leases(library)).toEqual([]);
    }
  });

  it('given a create that still greets, then another one is in progress, and later the conversation is open', async () => {
    const hold = hosts[0].model.hold();
    const first = all(hosts[0].client.createConversation(createRequest()));
    await hold.reached;
    await expect(begun(hosts[1])).rejects.toMatchObject({ code: 'operation_in_progress' });
    hold.release();
    await first;
    await expect(begun(hosts[1])).rejects.toMatchObject({ code: 'conversation_already_open' });
  });

  it('given creates in two services or by two users, then none blocks the other', async () => {
    const bob = callerOf('bob');
    const { lost } = await race([
      (host) => begun(host),
      (host) => begun(host, { serviceId: otherServiceId }),
      (host) => begun(host, { caller: bob }),
    ]);
    expect(lost).toEqual([]);
  });

  it('given many interactions at once, then one is answered, and nothing of the others stays', async () => {
    const conversationId = await begun(hosts[0]);
    let answered = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { won, lost } = await race(
        Array.from(
          { length: rivals },
          (_value, index) => (host: Host) =>
            all(host.client.interact(saying(conversationId, `${round}.${index}`))),
        ),
      );
      expect(won.length).toBeGreaterThanOrEqual(1);
      expect(new Set(lost)).toEqual(new Set(lost.length > 0 ? ['operation_in_progress'] : []));
      answered += won.length;
      const said = won.map((told) => valueOf(told, 'userMessageAvailable').userMessage);
      const kept = (await messagesOf(hosts[0], conversationId)).map(({ text }) => text);
      for (const text of said) expect(kept.filter((known) => known === text)).toHaveLength(1);
      expect(kept).toHaveLength(1 + 2 * answered);
    }
    expect(await leases(library)).toEqual([]);
  });

  it('given an interaction and a finish at once, then both outcomes agree with one order in the log', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await library.clear();
      const conversationId = await begun(hosts[0]);
      const { lost } = await race<unknown>([
        (host) => all(host.client.interact(saying(conversationId, 'Hello'))),
        (host) => host.client.finishConversation({ caller: ada, conversationId }),
      ]);
      const types = (await eventsOf(library, conversationId)).map(({ type }) => type);
      const isFinished = types.includes('ConversationFinished');
      expect(types.filter((type) => type === 'InteractionStarted')).toHaveLength(
        types.filter((type) => type === 'InteractionCompleted').length,
      );
      // Either call may come first, and the finish may also come right after the whole turn.
      if (lost.length === 0) expect(isFinished).toBe(true);
      else expect(lost).toEqual([isFinished ? 'conversation_finished' : 'operation_in_progress']);
    }
  });

  it('given a running turn, then a finish is in progress, and the turn ends undisturbed', async () => {
    const conversationId = await begun(hosts[0]);
    const hold = hosts[0].model.hold();
    const turn = all(hosts[0].client.interact(saying(conversationId, 'Hello')));
    await hold.reached;
    await expect(hosts[1].client.finishConversation({ caller: ada, conversationId })).rejects.toMatchObject({
      code: 'operation_in_progress',
    });
    hold.release();
    expect(valueOf(await turn, 'interactionComplete').fullMessage).toBe('Hello there.');
  });

  it('given a greeting that ends while the next turn looks for its lease, then that turn runs', async () => {
    const hold = hosts[0].model.hold();
    const greeting = all(hosts[0].client.createConversation(createRequest()));
    await hold.reached;
    const { rows } = await library.database.pool.query<{ conversation_id: string }>(
      'SELECT conversation_id FROM conversations.conversation',
    );
    hosts[1].wire.fault = async (statement, run) => {
      if (statement.name === 'conversations.find_lease') {
        hold.release();
        await greeting;
      }
      return run();
    };
    const told = await all(hosts[1].client.interact(saying(rows[0]!.conversation_id, 'Hello')));
    expect(valueOf(told, 'interactionComplete').fullMessage).toBe('Hello there.');
  });

  it('given another kind of event in the middle of a turn, then the turn is committed after it', async () => {
    const conversationId = await begun(hosts[0]);
    const hold = hosts[0].model.hold();
    const turn = all(hosts[0].client.interact(saying(conversationId, 'Hello')));
    await hold.reached;
    await appendNote(library, conversationId);
    hold.release();
    expect(valueOf(await turn, 'interactionComplete').fullMessage).toBe('Hello there.');
    expect(await messagesOf(hosts[0], conversationId)).toHaveLength(3);
    expect(await leases(library)).toEqual([]);
  });
});
