import { Controller, Inject } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { replyWithEvents } from '@svc/http';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { WorkspaceAuthenticator } from '../../access/workspace-authenticator.js';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { WORKSPACE_CONVERSATIONS, type WorkspaceConversationsClient } from '../../services.js';
import { workspaceOf } from '../definition/definition-wire.js';
import { readsPerMinute } from '../per-minute.js';
import { WorkspacePath } from '../workspace-path.js';
import { workspaceEvents } from './event-schemas.js';
import { EventStreams } from './event-streams.js';

const streamEvents = defineRoute({
  surface: 'platform',
  operationId: 'stream-workspace-events',
  method: 'GET',
  path: '/v1/:workspace_id/events/stream',
  summary:
    'Streams what happens in the workspace; `Last-Event-ID` goes on after an event of the last five minutes.',
  access: forWorkspace('Event.view'),
  request: {
    params: WorkspacePath,
    // Of another stream, or of nobody: what comes from now on.
    headers: z.object({ 'last-event-id': z.string().optional() }),
  },
  answer: { status: 200, content: 'sse', events: workspaceEvents, isEndless: true },
  errors: [],
  perMinute: readsPerMinute,
});

@Controller()
export class EventStreamController {
  constructor(
    private readonly streams: EventStreams,
    private readonly authenticator: WorkspaceAuthenticator,
    @Inject(WORKSPACE_CONVERSATIONS) private readonly workspaceConversations: WorkspaceConversationsClient,
  ) {}

  @Serves(streamEvents)
  async stream({ caller, headers }: RouteInput<typeof streamEvents>, reply: FastifyReply): Promise<void> {
    const { request } = reply;
    // It lasts for hours, and costs nothing while nothing happens.
    request.place?.release();
    const lastEventId = /^\d{1,15}$/.exec(headers['last-event-id'] ?? '')?.[0];
    await replyWithEvents(reply, {
      status: 200,
      open: (signal) =>
        this.streams.open({
          workspaceId: workspaceOf(caller),
          lastEventId: lastEventId === undefined ? undefined : Number(lastEventId),
          signal,
          admit: () => this.authenticator.admit(request, streamEvents.access.workspace),
          conversation: (conversationId, part) =>
            this.workspaceConversations
              .getWorkspaceConversation({
                // As it was admitted last.
                caller: request.workspaceCaller ?? caller,
                ...{ conversationId, ...part },
              })
              .catch(absent),
        }),
      // The client connects again, and is told then why it may not.
      lastWord: () => undefined,
    });
  }
}

/** A conversation that was erased or discarded meanwhile. */
function absent(failure: unknown): undefined {
  if (failure instanceof DomainError && failure.code === 'not_found') return undefined;
  throw failure;
}
