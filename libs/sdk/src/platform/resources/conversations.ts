import { calls, pages, plain, resource, withBody, withQuery } from '../../client/calls.js';
import type { Core } from '../../client/core.js';
import type { BodyOf } from '../../client/routes.js';
import { TextSession, type TextSessionOptions } from '../text-session.js';
import { streamTurn, type TurnStreamOptions } from '../turn-stream.js';

/** Conversations, their turns, and what has been decided in them. */
export const conversationsOf = (core: Core) => resource(core, methodsOf);

const methodsOf = (core: Core) => ({
  ...calls(core, {
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
  }),
  /** Takes a turn: a text, or what the body of the route has. */
  streamTurn: (
    conversationId: string,
    turn: string | BodyOf<'POST /v1/{workspace_id}/conversations/{conversation_id}/turns/stream'>,
    options?: TurnStreamOptions,
  ) => streamTurn(core, conversationId, turn, options),
  /** Opens a conversation over a WebSocket, or goes on with one. */
  openTextSession: (options: TextSessionOptions) => new TextSession(core, options),
});
