import { messagePage, type MessageQuery, type MessageSortKey } from './message-list.js';

const query: MessageQuery = {
  tenantId: 'org:demo',
  conversationId: 'c1',
  subject: 'org:demo/user/ada',
  messageIds: [],
  types: ['user-message'],
  interactionIds: [],
  sortBy: [],
  limit: 500,
  offset: 0,
};
const newest: MessageSortKey = { field: 'created_at', descending: true };
const oldest: MessageSortKey = { field: 'created_at', descending: false };
const interaction: MessageSortKey = { field: 'interaction_id', descending: false };

describe('the statement for a page of messages', () => {
  it('is one and the same for any conditions: each new text stays with every connection', () => {
    const some = messagePage({ ...query, messageIds: ['m1'], interactionIds: ['i1', 'i2'], limit: 1 });
    expect(some.text).toBe(messagePage(query).text);
    expect(some.name).toBe(messagePage(query).name);
  });

  it('has a text for each order, and none more for keys that come again', () => {
    const once = messagePage({ ...query, sortBy: [newest, interaction] });
    const again = messagePage({ ...query, sortBy: [newest, interaction, oldest, newest, interaction] });
    expect(again.text).toBe(once.text);
    expect(messagePage({ ...query, sortBy: [interaction, newest] }).name).not.toBe(once.name);
  });
});
