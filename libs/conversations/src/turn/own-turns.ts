import { Inject, Injectable } from '@nestjs/common';
import { DomainError, SubjectErasedError } from '@svc/errors';
import { workspaceOf, type Clock, type IdGenerator, type TenantId } from '@svc/kernel';
import { DatabaseUnavailableError, type Database } from '@svc/postgres';
import { CLOCK, DATABASE, IDS, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { existing } from '../domain/conversation-decider.js';
import { subjectOf, type ConversationKey } from '../domain/conversation-identity.js';
import { wantsOwnTurn } from '../domain/own-turn.js';
import { ownMetadata } from '../lease/leftovers.js';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';
import { Conversations, type ChangedConversation } from '../log/conversations.js';
import { DEFINITIONS, WORKSPACES, type Definitions, type Workspaces } from '../ports/ports.js';
import { dueTurns, putOffTurn } from '../projections/wanted-turn-query.js';
import type { Admission } from './admission.js';
import { BeginTurn } from './begin-turn.js';
import { DescribedTools } from './described-tools.js';
import { Turns } from './turns.js';

/** Interval of the search for conversations that want a turn: those of instances that died, and those that wait after a void turn. */
const sweepMs = 5_000;
/** How many at once on this instance. */
export const OWN_TURNS_AT_ONCE = Symbol('OWN_TURNS_AT_ONCE');
export const defaultOwnTurnsAtOnce = 16;
/** Of all places, those that one tenant may take: its slow tools hold up nobody else. */
const shareOfTenant = 1 / 4;
const foundAtOnce = 200;
/** How long one is left that could not begin, so that others come first. */
const putOffMs = 30_000;

/**
 * Turns that nobody asked for: the agent is told what has happened since its last message, such as a decision or the late result of
 * a tool. That one is wanted follows from the log, and stands in a table with it, so no crash loses one. Turns are taken like any
 * other, under a lease: where somebody was faster, nothing is left to tell.
 */
@Injectable()
export class OwnTurns {
  readonly #underWay = new Map<string, UnderWay>();
  readonly #ends: (() => void)[] = [];
  #sweeping: Promise<void> | null = null;
  /** One waits for the end of another. */
  #isBehind = false;

  constructor(
    private readonly turns: Turns,
    private readonly beginTurn: BeginTurn,
    private readonly conversations: Conversations,
    private readonly describedTools: DescribedTools,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
    @Inject(WORKSPACES) private readonly workspaces: Workspaces,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(OWN_TURNS_AT_ONCE) private readonly maxAtOnce: number,
  ) {}

  start(): void {
    this.#ends.push(
      this.conversations.watch((changed) => this.#changed(changed)),
      this.scheduler.every(sweepMs, () => this.#sweep()),
    );
  }

  /** No new ones begin. Those that run are ended with all turns of the instance. */
  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0)) end();
    await this.settled();
  }

  /** Resolves when those under way have ended. */
  async settled(): Promise<void> {
    for (;;) {
      await this.#sweeping;
      if (this.#underWay.size === 0) return;
      await Promise.all([...this.#underWay.values()].map(({ ended }) => ended));
    }
  }

  #changed({ tenantId, id, state }: ChangedConversation): void {
    if (workspaceOf(tenantId) === null || state.stage === 'absent' || !wantsOwnTurn(state)) return;
    if ((state.ownTurns?.notBeforeMs ?? 0) > this.clock.now()) return;
    // Whoever has changed it may still hold what the turn needs.
    setImmediate(() => this.#begin({ tenantId, conversationId: id }));
  }

  /** Begins what there is room for, one search at a time. Does not wait for the turns. */
  #sweep(): Promise<void> {
    return (this.#sweeping ??= this.#search().finally(() => (this.#sweeping = null)));
  }

  async #search(): Promise<void> {
    this.#isBehind = false;
    try {
      let isLast = false;
      // Each full page fills what one tenant may have, or all there is room for.
      while (!isLast && this.#hasRoom) {
        const exceptTenants = this.#fullTenants();
        const query = { nowMs: this.clock.now(), exceptTenants, limit: foundAtOnce };
        const due = await dueTurns(this.database, query);
        for (const key of due) this.#begin(key);
        isLast = due.length < foundAtOnce;
        this.#isBehind ||= exceptTenants.length > 0;
      }
      this.#isBehind ||= !this.#hasRoom;
    } catch (error) {
      this.logger.warn('conversations that want a turn could not be found', { error });
    }
  }

  get #hasRoom(): boolean {
    return this.#ends.length > 0 && this.#underWay.size < this.maxAtOnce;
  }

  #fullTenants(): readonly TenantId[] {
    const tenants = [...this.#underWay.values()].map(({ tenantId }) => tenantId);
    return [...new Set(tenants)].filter((one) => !this.#hasRoomFor(one));
  }

  #hasRoomFor(tenantId: TenantId): boolean {
    const ofTenant = [...this.#underWay.values()].filter((one) => one.tenantId === tenantId);
    return ofTenant.length < this.maxAtOnce * shareOfTenant;
  }

  #begin(key: ConversationKey): void {
    const name = nameOf(key);
    if (this.#ends.length === 0 || this.#underWay.has(name)) return;
    if (!this.#hasRoom || !this.#hasRoomFor(key.tenantId)) {
      this.#isBehind = true;
      return;
    }
    const ended = this.#take(key).then((isDone) => {
      this.#underWay.delete(name);
      if (isDone && this.#isBehind) void this.#sweep();
    });
    this.#underWay.set(name, { tenantId: key.tenantId, ended });
  }

  /** Never rejects. @returns false if the same one would be found again at once */
  async #take(key: ConversationKey): Promise<boolean> {
    try {
      const nobody = new AbortController().signal;
      // Its events are in the log. Nobody listens here: its answer is collected.
      const turn = this.turns.take(() => this.#admit(key), nobody);
      while (!(await turn.next()).done);
      return true;
    } catch (error) {
      const { conversationId: conversation_id } = key;
      if (!isNoLonger(error))
        this.logger.warn('a turn that nobody asked for came to nothing', { conversation_id, error });
      return this.#putOff(key, error);
    }
  }

  /** Whatever the reason: if it is still due, it could not begin. @returns whether that is done */
  async #putOff(key: ConversationKey, reason: unknown): Promise<boolean> {
    if (reason instanceof DatabaseUnavailableError || this.#ends.length === 0) return false;
    try {
      await putOffTurn(this.database, key, { nowMs: this.clock.now(), forMs: putOffMs });
      return true;
    } catch (error) {
      this.logger.warn('a turn that nobody asked for could not be put off', { error });
      return false;
    }
  }

  async #admit({ tenantId, conversationId }: ConversationKey): Promise<Admission> {
    // While that can't be known it is not archived.
    const works = await this.workspaces.works(tenantId).catch(() => true);
    if (!works) throw nothingToTell();
    const base = await this.conversations.load(tenantId, conversationId);
    const conversation = existing(base.state);
    const { identity, user } = conversation;
    if (user === null || !wantsOwnTurn(conversation)) throw nothingToTell();
    const definition = await this.definitions.get(tenantId, identity.pins);
    const tools = await this.describedTools.of(tenantId, definition);
    const newId = (): string => this.ids.resourceId(tenantId);
    // The user as the last turn found them: nobody says anything new of them.
    const interaction = {
      interactionId: newId(),
      input: { kind: 'own', messageId: newId() },
      user,
      tools,
    } as const;
    return {
      subject: subjectOf(tenantId, identity),
      definition,
      isUserSpeaking: true,
      showsActions: false,
      suppressesFillers: true,
      answerHeldMs: () => 0,
      begin: () => this.beginTurn.begin(base, interaction, ownMetadata(this.ids)),
      announce: () => [],
    };
  }
}

interface UnderWay {
  readonly tenantId: TenantId;
  readonly ended: Promise<void>;
}

function nameOf({ tenantId, conversationId }: ConversationKey): string {
  return `${tenantId}/${conversationId}`;
}

function nothingToTell(): DomainError {
  return new DomainError('operation_in_progress', 'There is nothing to tell, or nobody to tell it.');
}

/** Somebody else has the turn, the conversation is gone, or this instance stops: the table knows what is left to do. */
function isNoLonger(error: unknown): boolean {
  if (error instanceof SubjectErasedError || error instanceof DatabaseUnavailableError) return true;
  return (
    error instanceof DomainError &&
    ['operation_in_progress', 'conversation_finished', 'not_found', 'service_unavailable'].includes(
      error.code,
    )
  );
}
