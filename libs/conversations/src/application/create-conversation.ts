import { requirePermission, type Caller } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import { isUniqueViolation } from '@svc/postgres';
import { takeLease, type Lease } from '../lease/lease-rows.js';
import type { HeardInput, NewInteraction } from '../domain/conversation-command.js';
import { existing } from '../domain/conversation-decider.js';
import type { ConversationTag } from '../domain/conversation-identity.js';
import { openConversationKey } from '../projections/conversation-rows.js';
import { hasConversation } from '../projections/conversation-queries.js';
import { mayOnConversation } from './access.js';
import { appendBegin } from '../turn/append-begin.js';
import { decisionAttempts, metadataOf, type ConversationsContext, type RequestScope } from './context.js';
import type { ResolvedDefinition, UserProfile } from './ports.js';
import { refuseUnlessLeftOver } from '../turn/open-conversation.js';
import { runInteraction } from '../turn/run-interaction.js';
import type { OwnInteraction } from '../turn/settle-interaction.js';
import type { TurnEvent } from '../turn/turn-event.js';
import { knownUser, turnInput } from '../turn/turn-input.js';

export interface NewConversation {
  readonly serviceId: string;
  readonly versionSetName: string;
  /** Null: the agent speaks first. */
  readonly initialMessage: {
    readonly type: 'user-message' | 'external-event';
    readonly text: string;
  } | null;
  readonly tags: readonly ConversationTag[];
}

/** Starts a conversation with the agent's first message. Errors: see the RPC. */
export async function* createConversation(
  context: ConversationsContext,
  caller: Caller,
  asked: NewConversation,
  scope: RequestScope,
): AsyncGenerator<TurnEvent, void, void> {
  const pass = context.turns.enter();
  try {
    const { tenantId, userId } = caller;
    requirePermission(caller.grants, 'Conversation:CreateConversation', {
      org_id: organizationOf(tenantId),
      conversation_user_id: userId,
      user_role_id: caller.roleId,
      service_id: asked.serviceId,
    });
    const [resolved, owner, isReturningUser] = await Promise.all([
      context.definitions.resolve(tenantId, asked.serviceId, asked.versionSetName),
      context.users.profile(tenantId, userId),
      hasConversation(context.database, { tenantId, userId, serviceId: asked.serviceId }),
    ]);
    const interaction = firstInteraction(context, asked, owner);
    const begun = await begin(context, caller, scope, { asked, resolved, interaction, isReturningUser });
    const { identity } = existing(begun.loaded.state);
    yield* runInteraction(
      context,
      {
        ...begun,
        input: turnInput(existing(begun.loaded.state), resolved.definition),
        announcements: [{ type: 'conversation-created', conversationId: identity.conversationId }],
        showsActions: mayOnConversation(caller.grants, 'Conversation:GetInteractionInsights', {
          tenantId,
          identity,
          owner,
        }),
      },
      scope.signal,
      pass,
    );
  } finally {
    pass.leave();
  }
}

function firstInteraction(
  { ids }: ConversationsContext,
  { initialMessage }: NewConversation,
  owner: UserProfile,
): NewInteraction {
  const heard: HeardInput =
    initialMessage === null
      ? { kind: 'greeting' }
      : {
          kind: initialMessage.type,
          messageId: ids.objectId(),
          text: initialMessage.text,
          externalEvents: [],
        };
  return { interactionId: ids.objectId(), heard, user: knownUser(owner) };
}

interface Start {
  readonly asked: NewConversation;
  readonly resolved: ResolvedDefinition;
  readonly interaction: NewInteraction;
  readonly isReturningUser: boolean;
}

/** Appends the conversation's start and takes its lease, in the statement that claims the user's one open place. */
async function begin(
  context: ConversationsContext,
  caller: Caller,
  scope: RequestScope,
  { asked, resolved, interaction, isReturningUser }: Start,
): Promise<OwnInteraction> {
  const { log, ids, leases } = context;
  const { tenantId, userId } = caller;
  const { serviceId, tags } = asked;
  const metadata = metadataOf(caller, scope);
  const conversationId = ids.objectId();
  const loaded = log.initial(tenantId, conversationId);
  const identity = { conversationId, userId, serviceId, pins: resolved.pins, tags, isReturningUser };
  const events = log.decide(loaded.state, { type: 'StartConversation', identity, interaction });
  const { interactionId } = interaction;
  const lease: Lease = { tenantId, conversationId, interactionId, owner: leases.owner, fence: events.length };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await appendBegin(log, { loaded, events, metadata, lease, guard: takeLease(lease) });
    } catch (failure) {
      if (!isUniqueViolation(failure, openConversationKey) || attempt >= decisionAttempts) throw failure;
      await refuseUnlessLeftOver(context, { tenantId, userId, serviceId });
    }
  }
}
