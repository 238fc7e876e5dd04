import { Inject, Injectable } from '@nestjs/common';
import type { Recollection } from '@svc/engine';
import type { Clock, TenantId } from '@svc/kernel';
import { CLOCK, LOGGER, METRICS } from '@svc/service-host';
import { durationBuckets, type Logger, type Metrics } from '@svc/telemetry';
import { LRUCache } from 'lru-cache';
import { MEMORIES, type Memories } from '../application/ports.js';
import type { NewInput } from '../domain/conversation-command.js';

/** UTF-16 code units that a prompt spends on what is recalled: about 1,000 tokens. */
const budgetCharacters = 4_000;
/** How long a turn waits, in ms, where nothing else is said. */
export const defaultRecallWithinMs = 300;
export const RECALL_WITHIN_MS = Symbol('RECALL_WITHIN_MS');

/** What a turn is about stands in its first words. */
const maxQueryCharacters = 2_000;
/** All that is known, within the budget, is asked for again after so long: memories are made, and retracted, meanwhile. */
const freshMs = 5 * 60_000;
/** Each holds up to the budget. */
const maxConversations = 1_000;
/** Memory is left alone for so long after it did not answer: turns must not wait for it one after the other. */
const restMs = 5_000;

interface Answer {
  readonly recollections: readonly Recollection[];
  readonly atMs: number;
}

/** Whose turn it is, and upon what. */
export interface TurnToRecallFor {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  /** Whose record the conversation is. */
  readonly subject: string;
  readonly userId: string;
  /** Who takes the turn: the user, or somebody for them. */
  readonly speakerId: string;
  readonly isReturningUser: boolean;
  readonly input: NewInput;
}

/**
 * What the model is told of a user's earlier conversations. Only users who have been here before are asked about, and once
 * in five minutes where all that is known fits into the budget; else for each turn in which something is said, by what is
 * said. Where memory does not answer in time the turn goes on with what the log has.
 */
@Injectable()
export class Recollections {
  /** By subject and conversation: all that is known. */
  readonly #all = new LRUCache<string, Answer>({ max: maxConversations });
  readonly #seconds;
  #failedAtMs = -Infinity;

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

  /** Never fails. @returns undefined: what the log has already */
  async of(turn: TurnToRecallFor): Promise<readonly Recollection[] | undefined> {
    if (!turn.isReturningUser) return undefined;
    // What is known of people is for their own ears: whoever speaks for them may lack the right to read it.
    if (turn.speakerId !== turn.userId) return [];
    const key = keyOf(turn);
    const all = this.#all.get(key);
    if (all && this.#isWithin(freshMs, all.atMs)) return all.recollections;
    this.#all.delete(key);
    const query = queryOf(turn.input);
    if (query === undefined || this.#isWithin(restMs, this.#failedAtMs)) return undefined;
    const answer = await this.#ask(turn, query);
    if (answer?.isAll) this.#all.set(key, { recollections: answer.recollections, atMs: this.clock.now() });
    return answer?.recollections;
  }

  /** The subject was erased. */
  forget(subject: string): void {
    for (const key of this.#all.keys()) if (key.startsWith(`${subject} `)) this.#all.delete(key);
  }

  /** What lies ahead was before the clock was set back, nobody knows how long ago. */
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
      this.#failedAtMs = this.clock.now();
      this.logger.warn('a turn goes on without what memory knows', { error });
      return undefined;
    }
  }
}

/** No subject holds a space. */
function keyOf({ subject, conversationId }: TurnToRecallFor): string {
  return `${subject} ${conversationId}`;
}

/** Undefined when nothing is said: what was recalled for the turn before fits as well as anything. */
function queryOf(input: NewInput): string | undefined {
  if (input.kind === 'skip') return undefined;
  return input.kind === 'greeting' ? '' : input.text.slice(0, maxQueryCharacters);
}
