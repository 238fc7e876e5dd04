import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { IdGenerator, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE, IDS } from '@svc/service-host';
import { databaseNowMs } from '../log/database-clock.js';
import type { ExternalEventInput, NewInput } from '../domain/conversation-command.js';
import { subjectOf } from '../domain/conversation-identity.js';
import type { StartedConversation } from '../domain/conversation.js';
import { identityOf } from '../log/conversation-base.js';
import { Conversations } from '../log/conversations.js';
import { activeMemoryEvents } from '../turn/active-memory.js';
import type { Admission } from '../turn/admission.js';
import { BeginTurn } from '../turn/begin-turn.js';
import { DescribedTools } from '../turn/described-tools.js';
import { Recollections } from '../turn/recollections.js';
import type { TurnEvent } from '../turn/turn-event.js';
import { knownUser } from '../turn/turn-input.js';
import { Turns } from '../turn/turns.js';
import { mayOnConversation, requireChange } from './access.js';
import { ownerAheadOf } from './owner.js';
import { DEFINITIONS, USERS, type Definitions, type Users } from '../ports/ports.js';
import { refuseVoice } from './voice.js';

export interface ExternalEvent {
  readonly content: string;
  /** Milliseconds since the Unix epoch. */
  readonly timestampMs: number;
}

export type RequestedInput =
  | { readonly kind: 'skip' }
  | {
      readonly kind: 'user-message' | 'external-event';
      readonly text: string;
      readonly externalEvents: readonly ExternalEvent[];
    };

export interface InteractionRequest {
  readonly conversationId: string;
  readonly input: RequestedInput;
  /** The request sends or wants audio. */
  readonly isSpoken: boolean;
}

/** Runs one turn of a running conversation. Errors: see the RPC. */
@Injectable()
export class Interact {
  constructor(
    private readonly turns: Turns,
    private readonly beginTurn: BeginTurn,
    private readonly conversations: Conversations,
    private readonly recollections: Recollections,
    private readonly describedTools: DescribedTools,
    @Inject(USERS) private readonly users: Users,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  execute(context: RequestContext, request: InteractionRequest): AsyncGenerator<TurnEvent, void, void> {
    return this.turns.take(() => this.#admit(context, request), context.signal);
  }

  async #admit(
    context: RequestContext,
    { conversationId, input, isSpoken }: InteractionRequest,
  ): Promise<Admission> {
    const { tenantId, caller, metadata } = context;
    const ownerOf = await ownerAheadOf(this.users, context);
    const base =
      this.conversations.recall(tenantId, conversationId) ??
      (await this.conversations.load(tenantId, conversationId));
    const identity = identityOf(base);
    const owner = await ownerOf(identity.userId);
    const target = { tenantId, identity, owner };
    requireChange(caller, 'Conversation:InteractWithConversation', target);
    if (owner === null) throw userGone();
    refuseVoice(isSpoken);
    const recordOf = subjectOf(tenantId, identity);
    const heard = await this.#heard(tenantId, input);
    const [definition, recollections] = await Promise.all([
      this.definitions.get(tenantId, identity.pins),
      this.recollections.of({
        tenantId,
        conversationId,
        subject: recordOf,
        userId: identity.userId,
        speakerId: caller.userId,
        isReturningUser: identity.isReturningUser,
        input: heard,
      }),
    ]);
    const interactionId = this.ids.resourceId(tenantId);
    const tools = await this.describedTools.of(tenantId, definition);
    const isUserSpeaking = caller.userId === identity.userId;
    const known = { user: knownUser(owner), recollections, tools, isOnBehalf: !isUserSpeaking };
    const interaction = { interactionId, input: heard, ...known };
    const showsActions = mayOnConversation(caller.grants, 'Conversation:GetInteractionInsights', target);
    return {
      subject: recordOf,
      definition,
      isUserSpeaking,
      showsActions,
      begin: () => this.beginTurn.begin(base, interaction, metadata),
      announce: (begun) => [
        ...whatWasSaid(begun),
        ...(showsActions ? activeMemoryEvents(definition, begun, heard, recollections) : []),
      ],
    };
  }

  async #heard(tenantId: TenantId, input: RequestedInput): Promise<NewInput> {
    if (input.kind === 'skip') return input;
    const newId = (): string => this.ids.resourceId(tenantId);
    const { kind, text } = input;
    const externalEvents = await this.#happened(input.externalEvents, newId);
    return { kind, messageId: newId(), text, externalEvents };
  }

  /** Hosts' clocks differ, but all of them must judge an event the same way. */
  async #happened(
    events: readonly ExternalEvent[],
    newId: () => string,
  ): Promise<readonly ExternalEventInput[]> {
    if (events.length === 0) return [];
    const nowMs = await databaseNowMs(this.database);
    return events.map((event) => ({ messageId: newId(), ...event, aheadMs: event.timestampMs - nowMs }));
  }
}

function userGone(): DomainError {
  return new DomainError('not_found', 'The user of this conversation is gone. It can only be finished.');
}

/** `skip` has no message. */
function whatWasSaid({ running }: StartedConversation): readonly TurnEvent[] {
  const message = running?.messages.at(-1);
  if (message === undefined) return [];
  return [{ type: 'user-message-available', messageId: message.messageId, text: message.text }];
}
