import type { TagFilter } from '@svc/postgres';
import { conversationPage, type ConversationQuery } from './conversation-page-query.js';

const query: ConversationQuery = {
  tenantId: 'org:demo',
  grants: [{ permissionName: 'Conversation:GetConversation', conditions: {} }],
  conversationIds: [],
  userIds: [],
  serviceIds: [],
  isFinished: null,
  tags: [],
  sortBy: [],
  limit: 150,
  offset: 0,
};
const area: TagFilter = { key: 'area', value: 'heart' };

describe('the statement for a page of conversations', () => {
  it('is one and the same for any tags: callers choose them, and each new text stays with every connection', () => {
    const oneTag = conversationPage({ ...query, tags: [area] });
    const manyTags = conversationPage({
      ...query,
      tags: [{ key: 'new', value: null }, area, { key: 'any', value: undefined }],
    });
    expect(manyTags.name).toBe(oneTag.name);
    expect(manyTags.text).toBe(oneTag.text);
    expect(conversationPage(query).name).not.toBe(oneTag.name);
  });
});
