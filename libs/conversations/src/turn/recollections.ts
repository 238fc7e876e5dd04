import { Inject, Injectable } from '@nestjs/common';
import type { Recollection } from '@svc/engine';
import type { Clock, TenantId } from '@svc/kernel';
import { CLOCK, LOGGER, METRICS } from '@svc/service-host';
import { durationBuckets, type Logger, type Metrics } from '@svc/telemetry';
import { LRUCache } from 'lru-cache';
import { MEMORIES, type Memories } from '../ports/ports.js';
import type { NewInput } from '../domain/conversation-command.js';

/** UTF-16 code units of a prompt for recollections: about 1,000 tokens. */
const budgetCharacters = 4_000;
/** Default time that a turn waits for memory, in ms. */
export const defaultRecallWithinMs = 300;
export const RECALL_WITHIN_MS = Symbol('RECALL_WITHIN_MS');

/** The first words of a message show its topic. */
const maxQueryCharacters = 2_000;
/** How long a complete result is cached: memories may be made or retracted in that time. */
const freshMs = 5 * 60_000;
/** Each holds up to the budget. */
const maxConversations = 1_000;
/**
 * Pause after memory did not respond for a tenant: its turns must not wait for it one after the other. Those of others do not
 * suffer from it.
 */
const restMs = 5_000;

interface Answer {
  readonly recollections: readonly Recollection[];
  readonly atMs: number;
}

/** The user of the turn, and its conversation. */
export interface TurnToRecallFor {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  /** The tenant of the conversation's record. */
  readonly subject: string;
  readonly userId: string;
  /** The caller: the user, or somebody for them. */
  readonly speakerId: string;
  readonly isReturningUser: boolean;
  readonly input: NewInput;
}

/**
 * What the model sees of a user's earlier conversations. Only returning users are asked about. If everything fits into
 * the budget, memory is asked once in five minutes; otherwise for each turn with a message, by its topic. If memory
 * does not respond in time, the turn uses what the log has.
 */
@Injectable()
export class Recollections {
  /** Complete results, by subject and conversation. */
  readonly #all = new LRUCache<string, Answer>({ max: maxConversations });
  readonly #seconds;
  /** When memory last did not respond, by tenant. */
  readonly #failedAtMs = new LRUCache<string, number>({ max: maxConversations });

  constructor(
    @Inject(MEMORIES) private readonly memories: Memories,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RECALL_WITHIN_MS) private readonly withinMs: number,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.#seconds = metrics.histogram({
      name: 'conversation_recall_seconds',
      description: 'How long turns have waited for what memory knows of their user, by outcome.',
      buckets: durationBuckets,
    });
  }

  /** Never fails. @returns undefined: use what the log has */
  async of(turn: TurnToRecallFor): Promise<readonly Recollection[] | undefined> {
    if (!turn.isReturningUser) return undefined;
    // Only the user hears what is known of them: somebody who speaks for them may lack the right to read it.
    if (turn.speakerId !== turn.userId) return [];
    const key = keyOf(turn);
    const all = this.#all.get(key);
    if (all && this.#isWithin(freshMs, all.atMs)) return all.recollections;
    this.#all.delete(key);
    const query = queryOf(turn.input);
    const failedAtMs = this.#failedAtMs.get(turn.tenantId) ?? -Infinity;
    if (query === undefined || this.#isWithin(restMs, failedAtMs)) return undefined;
    const answer = await this.#ask(turn, query);
    if (answer?.isAll) this.#all.set(key, { recollections: answer.recollections, atMs: this.clock.now() });
    return answer?.recollections;
  }

  /** The subject was erased. */
  forget(subject: string): void {
    for (const key of this.#all.keys()) if (key.startsWith(`${subject} `)) this.#all.delete(key);
  }

  /** A time in the future dates from before the clock was set back: its age is unknown. */
  #isWithin(ms: number, atMs: number): boolean {
    const agoMs = this.clock.now() - atMs;
    return agoMs >= 0 && agoMs < ms;
  }

  async #ask({ tenantId, userId }: TurnToRecallFor, query: string) {
    const startedAt = this.clock.now();
    const measure = (outcome: 'answered' | 'failed'): void =>
      this.#seconds.record((this.clock.now() - startedAt) / 1_000, { outcome });
    try {
      const { withinMs } = this;
      const answer = await this.memories.recall({ tenantId, userId, query, budgetCharacters, withinMs });
      measure('answered');
      return answer;
    } catch (error) {
      measure('failed');
      this.#failedAtMs.set(tenantId, this.clock.now());
      this.logger.warn('a turn goes on without what memory knows', { error });
      return undefined;
    }
  }
}

/** No subject contains a space. */
function keyOf({ subject, conversationId }: TurnToRecallFor): string {
  return `${subject} ${conversationId}`;
}

/** Undefined without a message: the recollections of the turn before are kept. */
function queryOf(input: NewInput): string | undefined {
  if (input.kind === 'skip' || input.kind === 'own') return undefined;
  return input.kind === 'greeting' ? '' : input.text.slice(0, maxQueryCharacters);
}
