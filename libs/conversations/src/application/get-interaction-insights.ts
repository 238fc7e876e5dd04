import { Inject, Injectable } from '@nestjs/common';
import { attributesAsked, requirePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { organizationOf } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import { insightsOf, type InteractionInsights } from '../decisions/interaction-insights.js';
import { toolCallsByTurn } from '../decisions/turn-tool-calls.js';
import { identityOf } from '../log/conversation-base.js';
import { Conversations } from '../log/conversations.js';
import { TurnLogs, type ChooseTurns } from './turn-logs.js';
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
    private readonly turnLogs: TurnLogs,
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
    const choose: ChooseTurns = (turns) => turns.filter((one) => one.interactionId === interactionId);
    return this.turnLogs.read(loaded.streamId, choose, async ({ log, later, begin }) => {
      const [turn] = recordedTurns(log, begin);
      if (turn === undefined || turn.isErased) throw interactionNotFound();
      const definition = await this.definitions.get(tenantId, identity.pins);
      const calls = toolCallsByTurn([...log, ...later]).get(interactionId) ?? [];
      const insights = insightsOf(turn, calls, definition);
      if (insights === null) throw interactionNotFound();
      return insights;
    });
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
