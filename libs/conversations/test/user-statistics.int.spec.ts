import { openShelf, root, type Shelf } from './shelf.js';

let shelf: Shelf;
beforeAll(async () => {
  shelf = await openShelf();
});
afterAll(() => shelf.close());

describe('statistics of users', () => {
  it('then they count conversations and messages', async () => {
    const { statistics } = await shelf.host.client.getUserStatistics({
      caller: root,
      userIds: ['bob', 'nobody'],
    });
    expect(statistics).toEqual([
      { userId: 'bob', numConversations: 1, numMessages: 1, lastMessageAtMs: shelf.library.clock.nowMs },
    ]);
  });
});
