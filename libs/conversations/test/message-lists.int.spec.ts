import { MessageType } from '@svc/contracts/conversations';
import { openShelf, type Shelf } from './shelf.js';

let shelf: Shelf;
beforeAll(async () => {
  shelf = await openShelf();
});
afterAll(() => shelf.close());

describe('listing messages', () => {
  it('then they are in the order of the conversation, and in the requested order', async () => {
    const inOrder = await shelf.messages({});
    expect(inOrder.map(({ type }) => type)).toEqual([
      MessageType.MESSAGE_TYPE_AGENT_MESSAGE,
      MessageType.MESSAGE_TYPE_USER_MESSAGE,
      MessageType.MESSAGE_TYPE_AGENT_MESSAGE,
    ]);
    const newest = await shelf.messages({ sortBy: [{ field: 'created_at', descending: true }] });
    // The user's message and the agent's have the same time here.
    expect(newest).toEqual(inOrder.toReversed());
    const byInteraction = await shelf.messages({ sortBy: [{ field: 'interaction_id', descending: true }] });
    const sorted = inOrder
      .map(({ interactionId }) => interactionId)
      .sort()
      .reverse();
    expect(byInteraction.map(({ interactionId }) => interactionId)).toEqual(sorted);
  });

  it('when filtered by id, type or interaction, then only matching ones are listed', async () => {
    const [greeting, said, answer] = await shelf.messages({});
    expect(await shelf.messages({ messageIds: [said!.messageId] })).toEqual([said]);
    expect(await shelf.messages({ messageTypes: [MessageType.MESSAGE_TYPE_USER_MESSAGE] })).toEqual([said]);
    expect(await shelf.messages({ interactionIds: [greeting!.interactionId] })).toEqual([greeting]);
    expect(
      await shelf.messages({ interactionIds: [answer!.interactionId], messageIds: [answer!.messageId] }),
    ).toEqual([answer]);
  });

  it('when read in pages, then each message is listed once', async () => {
    const whole = await shelf.messages({});
    expect([
      ...(await shelf.messages({ page: { limit: 2, offset: 0 } })),
      ...(await shelf.messages({ page: { limit: 2, offset: 2 } })),
    ]).toEqual(whole);
  });

  it.each([
    ['no such conversation', { conversationId: 'f'.repeat(24) }, 'not_found'],
    ['what can not be one', { conversationId: 'x' }, 'not_found'],
    ['another sort field', { sortBy: [{ field: 'sender', descending: false }] }, 'validation_failed'],
    ['a limit of 501', { page: { limit: 501, offset: 0 } }, 'validation_failed'],
  ])('given %s, then it is refused', async (_what, changes, code) => {
    await expect(shelf.messages(changes)).rejects.toMatchObject({ code });
  });
});
