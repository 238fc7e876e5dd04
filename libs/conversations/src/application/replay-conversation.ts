import { setImmediate as whenOthersHadTheirTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { KeyedHash } from '@svc/engine';
import type { TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import {
  subjectOf,
  type ConversationIdentity,
  type ConversationPins,
} from '../domain/conversation-identity.js';
import { identityOf } from '../log/conversation-base.js';
import { ConversationStore } from '../log/conversation-store.js';
import { Conversations } from '../log/conversations.js';
import { DEFINITIONS, type Definitions } from '../ports/ports.js';
import { compareTurn, type TurnComparison } from '../replay/compare-turn.js';
import { recordedTurns, type LoggedEvent, type RecordedTurn } from '../replay/recorded-turns.js';
import { recordedSummaries, replaySummary } from '../replay/replay-summary.js';
import { replayTurn, type TurnReplay } from '../replay/replay-turn.js';

/** Which turns of which conversation. */
export interface TurnsToReplay {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  /** At least 1. */
  readonly limit: number;
  /** Turns to skip. */
  readonly offset: number;
  /** @throws DomainError where the caller may not, once it is known whose conversation it is */
  readonly require: (identity: ConversationIdentity) => Promise<void> | void;
}

/** Left out: that of the conversation. */
export type OtherVersions = Partial<
  Pick<ConversationPins, 'agentId' | 'agentVersionNumber' | 'contextGraphId' | 'contextGraphVersionNumber'>
>;

export interface VerifiedTurn {
  readonly interactionId: string;
  readonly replay: TurnReplay;
  /** Of the summary behind it; null where there is none. */
  readonly summary: TurnReplay | null;
}

export interface ComparedTurn extends TurnComparison {
  readonly interactionId: string;
}

export interface ReplayPage<Turn> {
  readonly turns: readonly Turn[];
  readonly hasMore: boolean;
}

interface Read {
  readonly identity: ConversationIdentity;
  readonly log: readonly LoggedEvent[];
  readonly turns: readonly RecordedTurn[];
  readonly hasMore: boolean;
  readonly hash: KeyedHash;
}

/**
 * Runs stored turns again, from the log alone: models, tools and memory are not asked, and nothing is stored. Between turns, other
 * requests are served.
 */
@Injectable()
export class ReplayConversation {
  constructor(
    private readonly conversations: Conversations,
    private readonly store: ConversationStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /** @throws DomainError `not_found` */
  async verify(wanted: TurnsToReplay): Promise<ReplayPage<VerifiedTurn>> {
    const { identity, log, turns, hasMore, hash } = await this.#read(wanted);
    const definition = await this.definitions.get(wanted.tenantId, identity.pins);
    const summaries = new Map(recordedSummaries(log).map((summary) => [summary.turn.interactionId, summary]));
    const verified = await eachInTurn(turns, (turn): VerifiedTurn => {
      const { interactionId } = turn;
      const summary = summaries.get(interactionId);
      return {
        interactionId,
        replay: replayTurn(turn, { definition, hash }),
        summary: summary === undefined ? null : replaySummary(summary, { definition, hash }),
      };
    });
    return { turns: verified, hasMore };
  }

  /** @throws DomainError `not_found`, also for versions that are not there */
  async compare(wanted: TurnsToReplay, versions: OtherVersions): Promise<ReplayPage<ComparedTurn>> {
    const { identity, turns, hasMore, hash } = await this.#read(wanted);
    const pins = { ...identity.pins, ...versions };
    const definition = await this.definitions.get(wanted.tenantId, pins);
    const compared = await eachInTurn(turns, (turn) => ({
      interactionId: turn.interactionId,
      ...compareTurn(turn, { definition, hash, pins }),
    }));
    return { turns: compared, hasMore };
  }

  async #read({ tenantId, conversationId, limit, offset, require }: TurnsToReplay): Promise<Read> {
    const loaded = await this.conversations.load(tenantId, conversationId);
    const identity = identityOf(loaded);
    await require(identity);
    const log = await this.store.readConversation(this.database, loaded.streamId);
    const turns = recordedTurns(log);
    const key = await this.keys.get(subjectOf(tenantId, identity));
    return {
      identity,
      log,
      turns: turns.slice(offset, offset + limit),
      hasMore: turns.length > offset + limit,
      // Turns of erased persons are not hashed.
      hash: (use, text) => (key === 'erased' ? '' : key.hash(use, text)),
    };
  }
}

async function eachInTurn<Turn, Done>(
  turns: readonly Turn[],
  work: (turn: Turn) => Done,
): Promise<readonly Done[]> {
  const done: Done[] = [];
  for (const turn of turns) {
    done.push(work(turn));
    await whenOthersHadTheirTurn();
  }
  return done;
}
