import { pages, plain, resourceOf, withBody, withQuery } from '../../client/calls.js';

/** Conversations, their turns, and what has been decided in them. */
export const conversationsOf = resourceOf({
  list: pages('GET /v1/{workspace_id}/conversations'),
  create: withBody('POST /v1/{workspace_id}/conversations'),
  get: withQuery('GET /v1/{workspace_id}/conversations/{conversation_id}'),
  close: plain('DELETE /v1/{workspace_id}/conversations/{conversation_id}'),
  switchChannel: withBody('POST /v1/{workspace_id}/conversations/{conversation_id}/channel'),
  startSession: withBody('POST /v1/{workspace_id}/sessions/start'),
  createTurn: withBody('POST /v1/{workspace_id}/conversations/{conversation_id}/turns'),
  listDecisions: pages('GET /v1/{workspace_id}/conversations/{conversation_id}/decisions'),
  verifyReplay: withQuery('GET /v1/{workspace_id}/conversations/{conversation_id}/replay/verify'),
  compareReplay: withQuery('GET /v1/{workspace_id}/conversations/{conversation_id}/replay/compare'),
});
