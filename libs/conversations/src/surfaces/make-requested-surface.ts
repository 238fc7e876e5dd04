import { Inject, Injectable } from '@nestjs/common';
import { readSurfaceTemplate, shownOf, type SurfaceTemplateBody } from '@svc/definitions/platform';
import { ConcurrencyError } from '@svc/event-store';
import { nameUuid, workspaceOf, type IdGenerator, type TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE, IDS, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { existing } from '../domain/conversation-decider.js';
import type { SurfaceCommand } from '../domain/surface/surface-decider.js';
import { hourMs } from '../domain/surface/surface.js';
import type { SurfaceRequested } from '../domain/wait-events.js';
import { ownMetadata } from '../lease/leftovers.js';
import { ConversationStore } from '../log/conversation-store.js';
import { Conversations } from '../log/conversations.js';
import { Surfaces } from '../log/surfaces.js';
import type { RequestedSurface } from '../projections/surface-query.js';

/** One event, whatever its size. */
const theOne = { limit: 1, mostBytes: 8 * 1_024 * 1_024, bytesOfLarge: 0 };

/**
 * Makes a surface of what a conversation has asked for. Its id follows from the request, so there is one, however often and wherever
 * this is tried. Of what no form can be made of, an archived surface says why; the conversation is told as of any other end.
 */
@Injectable()
export class MakeRequestedSurface {
  constructor(
    private readonly conversations: Conversations,
    private readonly surfaces: Surfaces,
    private readonly store: ConversationStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns its id. @throws SubjectErasedError */
  async execute({ tenantId, conversationId, surfaceRequestId }: RequestedSurface): Promise<string> {
    const surfaceId = surfaceIdOf(tenantId, conversationId, surfaceRequestId);
    const { state, streamId } = await this.conversations.load(tenantId, conversationId);
    const { userId: entityId } = existing(state).identity;
    const request = await this.#read(streamId, surfaceRequestId);
    const { specJson, state: title, interactionId, purpose } = request;
    const read = readSurfaceTemplate(specJson === '' ? {} : JSON.parse(specJson), title);
    const isInvalid = 'problems' in read;
    const body = isInvalid ? nothing(title, read.problems) : read.body;
    if (isInvalid)
      this.logger.warn('no form can be made of what a graph says', { conversation_id: conversationId });
    const { channel, use_case_id: useCaseId, resource_type: resourceType } = body;
    const command: SurfaceCommand = {
      type: 'CreateSurface',
      surface: {
        ...{ surfaceId, entityId, channel, useCaseId, resourceType },
        ...{ creationId: this.ids.uuid(), source: 'conversation', reviewRequired: body.review_required },
        origin: { conversationId, interactionId, surfaceRequestId, purpose },
        fieldsCount: body.fields.length,
        specJson: JSON.stringify(isInvalid ? body : shownOf(body)),
        contextJson: JSON.stringify(body.context),
      },
      expiresInMs: body.expires_in_hours * hourMs,
      ...{ tokenHash: null, isInvalid },
    };
    const target = { tenantId, id: surfaceId, metadata: ownMetadata(this.ids) };
    await this.surfaces.create(target, command).catch((error: unknown) => {
      // Another one was faster.
      if (!(error instanceof ConcurrencyError)) throw error;
    });
    return surfaceId;
  }

  async #read(streamId: string, surfaceRequestId: string): Promise<SurfaceRequested> {
    const having = { name: 'surfaceRequestId', isOneOf: [surfaceRequestId] };
    const options = { types: ['SurfaceRequested'], ...theOne, having };
    const recorded = await this.store.readNewest<ConversationEvent>(this.database, streamId, options);
    const event = recorded[0]?.event;
    if (event?.type === 'SurfaceRequested') return event.data;
    throw new Error('The log has no such request for a surface.');
  }
}

function surfaceIdOf(tenantId: TenantId, conversationId: string, surfaceRequestId: string): string {
  return nameUuid(workspaceOf(tenantId) ?? '', `surface/${conversationId}/${surfaceRequestId}`);
}

/** Stands for a form that can't be made. */
function nothing(title: string, problems: readonly string[]): SurfaceTemplateBody {
  return {
    ...{ title, description: null, fields: [], sections: null, branding: null },
    ...{ completion_title: null, completion_message: null, completion_action_url: null },
    ...{ submit_button_text: null, channel: 'web', use_case_id: null, expires_in_hours: 1 },
    ...{ context: { problems }, resource_type: null, review_required: false },
  };
}
