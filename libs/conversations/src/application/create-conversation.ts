import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { organizationOf, type IdGenerator, type TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE, IDS } from '@svc/service-host';
import type { NewInteraction } from '../domain/conversation-command.js';
import type { ConversationDescription } from '../domain/conversation-description.js';
import { subjectOf } from '../domain/conversation-identity.js';
import { hasConversation } from '../projections/conversation-query.js';
import type { Admission } from '../turn/admission.js';
import { BeginFirstTurn } from '../turn/begin-first-turn.js';
import { DescribedTools } from '../turn/described-tools.js';
import { Recollections } from '../turn/recollections.js';
import type { TurnEvent } from '../turn/turn-event.js';
import { knownUser } from '../turn/turn-input.js';
import { Turns } from '../turn/turns.js';
import { mayOnConversation } from './access.js';
import { DEFINITIONS, USERS, type Definitions, type Users } from '../ports/ports.js';
import { refuseVoice } from './voice.js';

export interface NewConversation extends ConversationDescription {
  readonly serviceId: string;
  readonly versionSetName: string;
  /** Null: the agent speaks first. */
  readonly initialMessage: {
    readonly type: 'user-message' | 'external-event';
    readonly text: string;
  } | null;
  /** The request sends or wants audio. */
  readonly isSpoken: boolean;
}

/** Starts a conversation of the caller with the agent's first message. Errors: see the RPC. */
@Injectable()
export class CreateConversation {
  constructor(
    private readonly turns: Turns,
    private readonly beginFirstTurn: BeginFirstTurn,
    private readonly recollections: Recollections,
    private readonly describedTools: DescribedTools,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(USERS) private readonly users: Users,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  execute(context: RequestContext, asked: NewConversation): AsyncGenerator<TurnEvent, void, void> {
    return this.turns.take(() => this.#admit(context, asked), context.signal);
  }

  async #admit(context: RequestContext, asked: NewConversation): Promise<Admission> {
    const { tenantId, caller, metadata } = context;
    const { userId } = caller;
    const { serviceId, versionSetName, initialMessage, isSpoken, ...description } = asked;
    requirePermission(caller.grants, 'Conversation:CreateConversation', {
      org_id: organizationOf(tenantId),
      conversation_user_id: userId,
      user_role_id: caller.roleId,
      service_id: serviceId,
    });
    const [{ pins, definition }, owner, isReturningUser] = await Promise.all([
      this.definitions.resolve(tenantId, serviceId, versionSetName),
      this.users.profile(tenantId, userId),
      hasConversation(this.database, { tenantId, userId, serviceId }),
    ]);
    refuseVoice(isSpoken);
    const conversationId = this.ids.resourceId(tenantId);
    const { homeOrgId } = owner;
    const known = { conversationId, userId, homeOrgId, serviceId, pins, isReturningUser, workspace: null };
    const identity = { ...known, ...description };
    const subject = subjectOf(tenantId, identity);
    const { interactionId, input } = this.#firstWords(tenantId, initialMessage);
    const recollections = await this.recollections.of({
      tenantId,
      conversationId,
      subject,
      userId,
      speakerId: userId,
      isReturningUser,
      input,
    });
    const tools = await this.describedTools.of(tenantId, definition);
    const interaction = { interactionId, input, user: knownUser(owner), recollections, tools };
    return {
      subject,
      definition,
      isUserSpeaking: true,
      showsActions: mayOnConversation(caller.grants, 'Conversation:GetInteractionInsights', {
        tenantId,
        identity,
        owner,
      }),
      begin: () => this.beginFirstTurn.begin(tenantId, { identity, interaction }, metadata),
      announce: () => [{ type: 'conversation-created', conversationId }],
    };
  }

  #firstWords(
    tenantId: TenantId,
    initialMessage: NewConversation['initialMessage'],
  ): Pick<NewInteraction, 'interactionId' | 'input'> {
    const newId = (): string => this.ids.resourceId(tenantId);
    const interactionId = newId();
    if (initialMessage === null) return { interactionId, input: { kind: 'greeting' } };
    const { type: kind, text } = initialMessage;
    return { interactionId, input: { kind, messageId: newId(), text, externalEvents: [] } };
  }
}
