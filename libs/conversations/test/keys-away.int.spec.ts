import type { Host } from './host.js';
import { ada } from './callers.js';
import { openLibrary, type Library } from './library.js';
import { leases } from './storage.js';
import { all, begun, messagesOf, saying } from './turns.js';

const unavailable = { code: 'service_unavailable' };

let library: Library;
let host: Host;
let conversationId: string;
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
beforeEach(async () => {
  await library.clear();
  library.peers.keyCalls.areRefused = false;
  library.clock.nowMs += 60_000;
  conversationId = await begun(host);
  // Longer than keys are cached.
  library.clock.nowMs += 60_000;
  library.peers.keyCalls.areRefused = true;
});
afterAll(() => library.close());

const list = () =>
  host.client.listConversations({
    caller: ada,
    conversationIds: [],
    userIds: [],
    serviceIds: [],
    tags: [],
    sortBy: [],
  });

describe('during an outage of the keys', () => {
  it('then lists are refused rather than shown without text, and are complete afterwards', async () => {
    await expect(list()).rejects.toMatchObject(unavailable);
    await expect(messagesOf(host, conversationId)).rejects.toMatchObject(unavailable);
    library.peers.keyCalls.areRefused = false;
    expect((await list()).conversations).toMatchObject([{ finalMessage: 'Hello there.' }]);
    expect(await messagesOf(host, conversationId)).toMatchObject([{ sender: 'Lin', text: 'Hello there.' }]);
  });

  it('then users can speak: their key comes with their profile', async () => {
    await all(host.client.interact(saying(conversationId, 'Hello')));
    const elsewhere = await library.startHost('host-2');
    await all(elsewhere.client.interact(saying(conversationId, 'Hello again')));
    library.peers.keyCalls.areRefused = false;
    expect(await messagesOf(host, conversationId)).toHaveLength(5);
  });

  it('given an instance that left a turn behind, when it starts again, then it serves, and voids the turn once the keys are back', async () => {
    const first = await library.startHost('host-3');
    const hold = first.model.hold();
    const lost = all(first.client.interact(saying(conversationId, 'Hello'))).catch(() => undefined);
    await hold.reached;
    library.clock.nowMs += 60_000;

    const again = await library.startHost('host-3');
    expect(await leases(library)).toHaveLength(1);
    library.peers.keyCalls.areRefused = false;
    await library.database.pool.query(`UPDATE conversations.lease SET expires_at = clock_timestamp()`);
    await again.scheduler.tick();
    expect(await leases(library)).toEqual([]);
    hold.release();
    await lost;
  });
});
