import { Inject, Injectable } from '@nestjs/common';
import { DomainError, SubjectErasedError } from '@svc/errors';
import { workspaceOf, type Clock, type IdGenerator } from '@svc/kernel';
import { DatabaseUnavailableError, type Database } from '@svc/postgres';
import { CLOCK, DATABASE, IDS, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { LRUCache } from 'lru-cache';
import { existing } from '../domain/conversation-decider.js';
import { subjectOf, type ConversationKey } from '../domain/conversation-identity.js';
import { wantsOwnTurn } from '../domain/own-turn.js';
import { ownMetadata } from '../lease/leftovers.js';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';
import { Conversations, type ChangedConversation } from '../log/conversations.js';
import { DEFINITIONS, type Definitions } from '../ports/ports.js';
import { dueTurns } from '../projections/wanted-turn-query.js';
import type { Admission } from './admission.js';
import { BeginTurn } from './begin-turn.js';
import { DescribedTools } from './described-tools.js';
import { Turns } from './turns.js';

/** Interval of the search for conversations that want a turn: those of instances that died, and those that wait after a void turn. */
const sweepMs = 5_000;
/** At once on this instance. */
const maxAtOnce = 16;
const foundAtOnce = 200;
const troubledMs = 30_000;

/**
 * Turns that nobody asked for: the agent is told what has happened since its last message, such as a decision or the late result of
 * a tool. That one is wanted follows from the log, and stands in a table with it, so no crash loses one. Turns are taken like any
 * other, under a lease: where somebody was faster, nothing is left to tell.
 */
@Injectable()
export class OwnTurns {
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #ends: (() => void)[] = [];
  /** Conversations whose turn could not begin: they are left for a while, so that others come first. */
  readonly #troubled = new LRUCache<string, true>({ max: 10_000, ttl: troubledMs });

  constructor(
    private readonly turns: Turns,
    private readonly beginTurn: BeginTurn,
    private readonly conversations: Conversations,
    private readonly describedTools: DescribedTools,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(LOGGER) private readonly logger: Logger,
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
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
  }

  #changed({ tenantId, id, state }: ChangedConversation): void {
    if (workspaceOf(tenantId) === null || state.stage === 'absent' || !wantsOwnTurn(state)) return;
    if ((state.ownTurns?.notBeforeMs ?? 0) > this.clock.now()) return;
    // Whoever has changed it may still hold what the turn needs.
    setImmediate(() => this.#begin({ tenantId, conversationId: id }));
  }

  async #sweep(): Promise<void> {
    try {
      for (const due of await dueTurns(this.database, this.clock.now(), foundAtOnce)) this.#begin(due);
      await this.settled();
    } catch (error) {
      this.logger.warn('conversations that want a turn could not be found', { error });
    }
  }

  #begin(key: ConversationKey): void {
    const name = nameOf(key);
    const isLeft = this.#underWay.has(name) || this.#underWay.size >= maxAtOnce || this.#troubled.has(name);
    if (this.#ends.length === 0 || isLeft) return;
    const taking = this.#take(key).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, taking);
  }

  async #take(key: ConversationKey): Promise<void> {
    try {
      const nobody = new AbortController().signal;
      // Its events are in the log. Nobody listens here: its answer is collected.
      const turn = this.turns.take(() => this.#admitUnlessTroubled(key), nobody);
      while (!(await turn.next()).done);
    } catch (error) {
      if (isNoLonger(error)) return;
      const { conversationId } = key;
      this.logger.warn('a turn that nobody asked for came to nothing', {
        conversation_id: conversationId,
        error,
      });
    }
  }

  async #admitUnlessTroubled(key: ConversationKey): Promise<Admission> {
    try {
      return await this.#admit(key);
    } catch (error) {
      if (!isNoLonger(error)) this.#troubled.set(nameOf(key), true);
      throw error;
    }
  }

  async #admit({ tenantId, conversationId }: ConversationKey): Promise<Admission> {
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

function nameOf({ tenantId, conversationId }: ConversationKey): string {
  return `${tenantId}/${conversationId}`;
}

function nothingToTell(): DomainError {
  return new DomainError('operation_in_progress', 'Another turn has told the agent.');
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
