import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { recommendationRequest, suggestionsOf } from '@svc/engine';
import { DomainError, FieldChecks } from '@svc/errors';
import type { Clock, IdGenerator, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { existing } from '../domain/conversation-decider.js';
import type { StartedConversation } from '../domain/conversation.js';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';
import { Conversations } from '../log/conversations.js';
import { DEFINITIONS, MODELS, USERS, type Definitions, type Models, type Users } from '../ports/ports.js';
import { hasInteraction } from '../projections/conversation-query.js';
import { turnContext } from '../turn/turn-input.js';
import { attributesOf } from './access.js';
import { textOf } from './model-text.js';
import { profileOrNull } from './owner.js';

const suggestions = 3;
const maxContextCharacters = 2_000;

export interface RequestedResponses {
  readonly conversationId: string;
  readonly interactionId: string;
  /** Who the user is and what they want; may be empty. */
  readonly context: string;
}

/** What the user could say next. It is no part of the conversation: nothing of it is stored. Errors: see the RPC. */
@Injectable()
export class RecommendResponses {
  constructor(
    private readonly conversations: Conversations,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(USERS) private readonly users: Users,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
    @Inject(MODELS) private readonly models: Models,
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  async execute(
    { tenantId, caller }: RequestContext,
    { conversationId, interactionId, context }: RequestedResponses,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    checkContext(context);
    const conversation = existing((await this.conversations.load(tenantId, conversationId)).state);
    const { identity } = conversation;
    const owner = await profileOrNull(this.users, tenantId, identity.userId);
    const target = attributesOf({ tenantId, identity, owner });
    requirePermission(caller.grants, 'Conversation:GetRecommendedResponses', target);
    await this.#requireLatest(tenantId, conversation, interactionId);
    const definition = await this.definitions.get(tenantId, identity.pins);
    const model = this.models.forTurn({ conversationId, preferences: identity.pins.llmModelPreferences });
    const request = recommendationRequest(
      turnContext(conversation, definition),
      {
        callId: `${interactionId}/m.recommend.${this.ids.uuid()}`,
        context,
        count: suggestions,
        atMs: this.clock.now(),
      },
      model.identityOf?.('recommend') ?? model,
    );
    return suggestionsOf(await textOf(model, request, this.scheduler, signal), suggestions);
  }

  /** @throws DomainError `invalid_request`, `not_found` */
  async #requireLatest(
    tenantId: TenantId,
    { identity: { conversationId }, stage, lastInteractionId }: StartedConversation,
    interactionId: string,
  ): Promise<void> {
    if (interactionId !== lastInteractionId) {
      const isThere = await hasInteraction(this.database, { tenantId, conversationId }, interactionId);
      if (!isThere) throw new DomainError('not_found', 'There is no such interaction in the conversation.');
      throw new DomainError('invalid_request', 'This is not the latest completed interaction.');
    }
    if (stage === 'finished') throw new DomainError('invalid_request', 'The conversation is finished.');
  }
}

/** @throws DomainError `validation_failed` */
function checkContext(context: string): void {
  new FieldChecks()
    .storable(['body', 'context'], context)
    .atMostCharacters(['body', 'context'], context, maxContextCharacters)
    .verify();
}
