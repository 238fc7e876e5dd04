import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { DomainError, FieldChecks } from '@svc/errors';
import { nameUuid, userSubject, workspaceOf, type IdGenerator } from '@svc/kernel';
import { isUniqueViolation, type Database, type Tx } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { DATABASE, IDS } from '@svc/service-host';
import type { StartConversation } from '../domain/conversation-command.js';
import { existing } from '../domain/conversation-decider.js';
import type { Briefing, WorkspaceTerms } from '../domain/workspace-conversation.js';
import { hasEphemeralResults } from '../domain/ephemeral-results.js';
import { Conversations } from '../log/conversations.js';
import { DEFINITIONS, ENTITIES, type Definition, type Definitions, type Entities } from '../ports/ports.js';
import { findOpenConversation } from '../projections/conversation-query.js';
import { openConversationKey } from '../projections/open-conversation-table.js';
import { findOpenOnChannel, isReturningEntity } from '../projections/workspace-list-query.js';
import type { Admission } from '../turn/admission.js';
import { BeginFirstTurn } from '../turn/begin-first-turn.js';
import { claimChannel, OpenOnChannelError } from '../turn/claim-channel.js';
import { DescribedTools } from '../turn/described-tools.js';
import type { CompletedTurn } from '../turn/detached-turn.js';
import { Turns } from '../turn/turns.js';
import { requireOn } from './workspace-access.js';
import type { StartedConversation } from '../domain/conversation.js';
import { WorkspaceMessages } from './workspace-messages.js';
import { listedAs, type ReadConversation } from './workspace-conversation-view.js';

export interface NewWorkspaceConversation {
  readonly serviceId: string;
  /** Null with `canonicalId` null: a new entity. */
  readonly entityId: string | null;
  readonly canonicalId: string | null;
  readonly terms: Omit<WorkspaceTerms, 'isSilent'>;
  readonly briefing: Briefing;
  /** Another one on a channel where one is open. */
  readonly forceNew: boolean;
  /** The agent speaks at once. */
  readonly greets: boolean;
  /** Its messages are not read. */
  readonly omitsTurns: boolean;
}

export interface BegunConversation extends ReadConversation {
  /** False: it was open already. */
  readonly isNew: boolean;
}

interface Found {
  readonly state: StartedConversation;
  readonly isNew: boolean;
}

interface Begun extends Pick<StartConversation, 'identity'> {
  readonly briefing: Briefing;
  /** In the transaction that stores it. */
  readonly before: ((tx: Tx) => Promise<void>) | undefined;
}

/** The version set that conversations of workspaces run on. */
const versionSetName = 'release';

/** Begins a conversation in a workspace, or finds the one that is open. Errors: see the RPC. */
@Injectable()
export class StartWorkspaceConversation {
  constructor(
    private readonly conversations: Conversations,
    private readonly turns: Turns,
    private readonly beginFirstTurn: BeginFirstTurn,
    private readonly describedTools: DescribedTools,
    private readonly messages: WorkspaceMessages,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
    @Inject(ENTITIES) private readonly entities: Entities,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /** @param signal aborts when the caller leaves: then a conversation without a greeting is none */
  async execute(
    context: WorkspaceRequestContext,
    asked: NewWorkspaceConversation,
    signal: AbortSignal,
  ): Promise<BegunConversation> {
    const { state, isNew } = await this.#start(context, asked, signal);
    const conversation = listedAs(state);
    const isSilent = state.completedInteractions === 0;
    const messages =
      isSilent || asked.omitsTurns ? [] : await this.messages.newest(context.tenantId, conversation, false);
    return { conversation, messages, isNew };
  }

  async #start(
    context: WorkspaceRequestContext,
    asked: NewWorkspaceConversation,
    signal: AbortSignal,
  ): Promise<Found> {
    const { caller, tenantId } = context;
    const { terms, serviceId } = asked;
    if (terms.isSession) requireWorkspacePermission(caller, 'Session.create');
    else requireOn(caller, 'Conversation.create', terms.direction);
    const entityId = this.#entityOf(context, asked);
    const inService = { tenantId, entityId, serviceId };
    const [{ pins, definition }, isReturningUser] = await Promise.all([
      this.definitions.resolve(tenantId, serviceId, versionSetName),
      isReturningEntity(this.database, inService),
    ]);
    requireHonoured(definition, caller.platformAuthoring);
    const findsOpen = terms.channel !== 'web' && !asked.forceNew;
    if (findsOpen) {
      const open = await findOpenOnChannel(this.database, inService, terms.channel);
      if (open !== undefined) return this.#found(context, open);
    }
    const before = findsOpen ? claimChannel(inService, terms.channel) : undefined;
    await this.entities.welcome(tenantId, entityId);
    const identity: StartConversation['identity'] = {
      conversationId: this.ids.resourceId(tenantId),
      ...{ userId: entityId, serviceId, homeOrgId: null, pins, isReturningUser, tags: [] },
      workspace: { ...terms, isSilent: !asked.greets },
    };
    const { briefing } = asked;
    const begun = { identity, briefing, before };
    try {
      if (!asked.greets) return await this.#open(context, begun);
      const { after } = await this.#greet(context, begun, definition, signal);
      return { state: after, isNew: true };
    } catch (error) {
      if (error instanceof OpenOnChannelError) return this.#found(context, error.conversationId);
      throw error;
    }
  }

  /** A canonical id names the same entity for ever. */
  #entityOf(
    { tenantId }: WorkspaceRequestContext,
    { entityId, canonicalId }: NewWorkspaceConversation,
  ): string {
    if (entityId !== null) return entityId;
    if (canonicalId === null) return this.ids.resourceId(tenantId);
    return nameUuid(workspaceOf(tenantId) ?? '', canonicalId);
  }

  /** Without a turn. A session of the entity and the service that is open is taken instead. */
  async #open(context: WorkspaceRequestContext, begun: Begun): Promise<Found> {
    const { tenantId, metadata } = context;
    const { identity, briefing, before } = begun;
    const { conversationId: id, userId, serviceId } = identity;
    try {
      const command = { type: 'OpenConversation', identity, briefing } as const;
      const decision = { commands: [command], before };
      const { state } = await this.conversations.create({ tenantId, id, metadata }, decision);
      return { state: existing(state), isNew: true };
    } catch (error) {
      if (!isUniqueViolation(error, openConversationKey)) throw error;
      const open = await findOpenConversation(this.database, { tenantId, userId, serviceId });
      // It has ended since.
      if (open === undefined) return this.#open(context, begun);
      return this.#found(context, open);
    }
  }

  async #greet(
    { tenantId, metadata }: WorkspaceRequestContext,
    { before, ...begun }: Begun,
    definition: Definition,
    signal: AbortSignal,
  ): Promise<CompletedTurn> {
    const { userId } = begun.identity;
    const admit = async (): Promise<Admission> => {
      const interactionId = this.ids.resourceId(tenantId);
      const user = await this.entities.profile(tenantId, userId);
      const tools = await this.describedTools.of(tenantId, definition);
      const interaction = { interactionId, input: { kind: 'greeting' as const }, user, tools };
      return {
        subject: userSubject(tenantId, userId),
        definition,
        isUserSpeaking: true,
        showsActions: false,
        suppressesFillers: true,
        begin: () => this.beginFirstTurn.begin(tenantId, { ...begun, interaction }, metadata, before),
        announce: () => [],
      };
    };
    let completed: CompletedTurn | undefined;
    for await (const event of this.turns.take(admit, signal))
      if (event.type === 'interaction-complete') completed = event;
    if (completed === undefined) throw unknownOutcome();
    return completed;
  }

  async #found(context: WorkspaceRequestContext, conversationId: string): Promise<Found> {
    const { state } = await this.conversations.load(context.tenantId, conversationId);
    return { state: existing(state), isNew: false };
  }
}

/** Fail-closed: such results need Platform authoring, also where it was switched off since the graph was written. */
function requireHonoured({ graph, graphs = [] }: Definition, platformAuthoring: boolean): void {
  if (platformAuthoring || ![graph, ...graphs.map((other) => other.graph)].some(hasEphemeralResults)) return;
  new FieldChecks()
    .refuse(
      ['body', 'service_id'],
      'has a graph with ephemeral results, which need Platform authoring',
      'value_error',
    )
    .verify();
}

function unknownOutcome(): DomainError {
  return new DomainError('service_unavailable', 'The service is busy or restarting. Try again in a moment.');
}
