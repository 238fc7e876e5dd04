import { omnipotent } from '../../test/callers.js';
import { serviceId } from '../../test/peers.js';
import { openShelf, type Shelf } from '../../test/shelf.js';
import { all, begun, saying } from '../../test/turns.js';

let shelf: Shelf;
beforeAll(async () => {
  shelf = await openShelf();
});
afterAll(() => shelf.close());

describe('another tenant', () => {
  const stranger = { ...omnipotent('ada'), tenantId: 'org:other', orgId: 'other' };

  it('sees nothing, and reaches nothing', async () => {
    expect(await shelf.names({ caller: stranger })).toEqual([]);
    expect(await shelf.names({ caller: stranger, conversationIds: [shelf.ids.first] })).toEqual([]);
    const conversationId = shelf.ids.second;
    const notFound = { code: 'not_found' };
    await expect(shelf.messages({ caller: stranger, conversationId })).rejects.toMatchObject(notFound);
    await expect(
      all(shelf.host.client.interact(saying(conversationId, 'Hello', { caller: stranger }))),
    ).rejects.toMatchObject(notFound);
    await expect(
      shelf.host.client.finishConversation({ caller: stranger, conversationId }),
    ).rejects.toMatchObject(notFound);
    expect(
      (await shelf.host.client.getUserStatistics({ caller: stranger, userIds: ['ada'] })).statistics,
    ).toEqual([]);
  });

  it('is not in the way of a user of the same id', async () => {
    const conversationId = await begun(shelf.host, { caller: stranger, serviceId });
    expect(await shelf.messages({ caller: stranger, conversationId })).toHaveLength(1);
    await expect(shelf.messages({ conversationId })).rejects.toMatchObject({ code: 'not_found' });
  });
});
