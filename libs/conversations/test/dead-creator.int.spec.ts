import { ada } from './callers.js';
import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { eventsOf, expireLeases } from './storage.js';
import { all, begun, createRequest, messagesOf, saying } from './turns.js';

let library: Library;
let host: Host;
let other: Host;

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  other = await library.startHost('host-2');
});
beforeEach(async () => {
  await library.clear();
});
afterAll(async () => {
  await library.close();
});

describe('a create with a dead owner', () => {
  async function pausedCreate() {
    const hold = host.model.hold();
    const stream = host.client.createConversation(createRequest());
    const first = await stream.next();
    const outcome = all(stream).then(
      (told) => ({ told }),
      (error: unknown) => ({ failure: error }),
    );
    await hold.reached;
    const created = first.value?.events[0]?.event;
    return {
      conversationId: created?.$case === 'conversationCreated' ? created.value.conversationId : '',
      outcome,
      release: () => hold.release(),
    };
  }

  it('when the user creates again after its lease expired, then the first one is discarded', async () => {
    const first = await pausedCreate();
    await expireLeases(library);
    const second = await begun(other);
    first.release();
    expect(await first.outcome).toMatchObject({ failure: { code: 'operation_in_progress' } });
    expect((await eventsOf(library, first.conversationId)).slice(-2).map(({ type }) => type)).toEqual([
      'InteractionVoided',
      'ConversationDiscarded',
    ]);
    await expect(messagesOf(host, first.conversationId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await messagesOf(host, second)).toHaveLength(1);
  });

  it.each(['interact', 'finish'] as const)(
    'when its lease expired and the user calls %s, then it is gone',
    async (call) => {
      const first = await pausedCreate();
      await expireLeases(library);
      const { conversationId } = first;
      if (call === 'interact') {
        await expect(all(other.client.interact(saying(conversationId, 'Hello')))).rejects.toMatchObject({
          code: 'not_found',
        });
      } else {
        await other.client.finishConversation({ caller: ada, conversationId });
      }
      first.release();
      await first.outcome;
      await expect(messagesOf(host, conversationId)).rejects.toMatchObject({ code: 'not_found' });
      await expect(begun(host)).resolves.toEqual(expect.any(String));
    },
  );

  it('given that its lease was removed by hand, when the user creates again, then the first one is discarded', async () => {
    const first = await pausedCreate();
    await library.database.pool.query('DELETE FROM conversations.lease');
    await expect(begun(other)).resolves.toEqual(expect.any(String));
    first.release();
    expect(await first.outcome).toHaveProperty('failure');
    await expect(messagesOf(host, first.conversationId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('given that its lease was removed by hand, when the user calls interact, then it is gone', async () => {
    const first = await pausedCreate();
    await library.database.pool.query('DELETE FROM conversations.lease');
    await expect(all(other.client.interact(saying(first.conversationId, 'Hello')))).rejects.toMatchObject({
      code: 'not_found',
    });
    first.release();
    expect(await first.outcome).toHaveProperty('failure');
    await expect(begun(host)).resolves.toEqual(expect.any(String));
  });
});
