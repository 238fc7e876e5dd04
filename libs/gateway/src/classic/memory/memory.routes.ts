import { defineRoute } from '../../route/route.js';
import { forCallers } from '../../route/route-access.js';
import { ListMemories, MemoryList, UserModels } from './memory-schemas.js';

// User ids have no pattern: an odd one is unknown, 404, never 422.

export const listMemories = defineRoute({
  operationId: 'get-user-memories',
  method: 'GET',
  path: '/v1/:org/user/:user_id/memory',
  summary: 'Lists what is remembered of a user from messages that the caller may read, oldest first.',
  access: forCallers({ asks: ['Conversation:GetMessage'] }),
  request: { query: ListMemories },
  answer: { status: 200, content: 'json', schema: MemoryList },
  errors: ['not_found'],
  perMinute: 40,
});

export const getUserModel = defineRoute({
  operationId: 'get-user-model',
  method: 'GET',
  path: '/v1/:org/user/:user_id/user_model',
  summary: 'Shows what is known of a user over all conversations, and what was noted by hand.',
  access: forCallers({ requires: ['User:GetUserModel'] }),
  request: {},
  answer: { status: 200, content: 'json', schema: UserModels },
  errors: ['not_found'],
  perMinute: 60,
});
