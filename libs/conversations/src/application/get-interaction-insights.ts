import { Inject, Injectable } from '@nestjs/common';
import { attributesAsked, requirePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { organizationOf } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { insightsOf, type InteractionInsights } from '../decisions/interaction-insights.js';
import { toolCallsByTurn } from '../decisions/turn-tool-calls.js';
import { identityOf } from '../log/conversation-base.js';
import { ConversationStore } from '../log/conversation-store.js';
import { Conversations } from '../log/conversations.js';
import { DEFINITIONS, USERS, type Definitions, type UserProfile, type Users } from '../ports/ports.js';
import { recordedTurns } from '../replay/recorded-turns.js';
import { attributesOf } from './access.js';
import { profileOrNull } from './owner.js';

export interface Interaction {
  readonly conversationId: string;
  readonly interactionId: string;
}

/** How the agent came to a message. Errors: see the RPC. */
@Injectable()
export class GetInteractionInsights {
  constructor(
    private readonly conversations: Conversations,
    private readonly store: ConversationStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(USERS) private readonly users: Users,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
  ) {}

  async execute(
    context: RequestContext,
    { conversationId, interactionId }: Interaction,
  ): Promise<InteractionInsights> {
    const { tenantId, caller } = context;
    const loaded = await this.conversations.load(tenantId, conversationId);
    const identity = identityOf(loaded);
    const owner = await this.#ownerIfAsked(context, identity.userId);
    requirePermission(
      caller.grants,
      'Conversation:GetInteractionInsights',
      attributesOf({ tenantId, identity, owner }),
    );
    requirePermission(caller.grants, 'Organization:GetServiceHierarchicalStateMachine', {
      org_id: organizationOf(tenantId),
    });
    const log = await this.store.readConversation(this.database, loaded.streamId);
    const turn = recordedTurns(log).find((one) => one.interactionId === interactionId);
    if (turn === undefined || turn.isErased) throw interactionNotFound();
    const definition = await this.definitions.get(tenantId, identity.pins);
    const insights = insightsOf(turn, toolCallsByTurn(log).get(interactionId) ?? [], definition);
    if (insights === null) throw interactionNotFound();
    return insights;
  }

  async #ownerIfAsked({ tenantId, caller }: RequestContext, userId: string): Promise<UserProfile | null> {
    const asked = attributesAsked(caller.grants, 'Conversation:GetInteractionInsights');
    if (!asked.has('user_role_id') && !asked.has('visible_to_admins')) return null;
    return profileOrNull(this.users, tenantId, userId);
  }
}

function interactionNotFound(): DomainError {
  return new DomainError('not_found', 'There is no completed interaction with this id in the conversation.');
}
