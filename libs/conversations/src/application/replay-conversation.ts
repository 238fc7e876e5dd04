import { setImmediate as whenOthersHadTheirTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { KeyedHash } from '@svc/engine';
import type { TenantId } from '@svc/kernel';
import type { SubjectKeys } from '@svc/sealing';
import { SUBJECT_KEYS } from '@svc/service-host';
import {
  subjectOf,
  type ConversationIdentity,
  type ConversationPins,
} from '../domain/conversation-identity.js';
import { identityOf } from '../log/conversation-base.js';
import { Conversations } from '../log/conversations.js';
import { TurnLogs, type ChooseTurns, type TurnLog } from './turn-logs.js';
import { DEFINITIONS, type Definitions } from '../ports/ports.js';
import { compareTurn, type TurnComparison } from '../replay/compare-turn.js';
import { recordedTurns, type RecordedTurn } from '../replay/recorded-turns.js';
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

interface Read extends TurnLog {
  readonly identity: ConversationIdentity;
  readonly turns: readonly RecordedTurn[];
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
    private readonly turnLogs: TurnLogs,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /** @throws DomainError `not_found`; those of `TurnLogs` */
  verify(wanted: TurnsToReplay): Promise<ReplayPage<VerifiedTurn>> {
    return this.#read(wanted, async ({ identity, log, begin, later, turns, hash }) => {
      const definition = await this.definitions.get(wanted.tenantId, identity.pins);
      const summaries = new Map(
        recordedSummaries(log, begin, later).map((summary) => [summary.turn.interactionId, summary]),
      );
      return eachInTurn(turns, (turn): VerifiedTurn => {
        const { interactionId } = turn;
        const summary = summaries.get(interactionId);
        return {
          interactionId,
          replay: replayTurn(turn, { definition, hash }),
          summary: summary === undefined ? null : replaySummary(summary, { definition, hash }),
        };
      });
    });
  }

  /** @throws DomainError `not_found`, also for versions that are not there; those of `TurnLogs` */
  compare(wanted: TurnsToReplay, versions: OtherVersions): Promise<ReplayPage<ComparedTurn>> {
    return this.#read(wanted, async ({ identity, turns, hash }) => {
      const pins = { ...identity.pins, ...versions };
      const definition = await this.definitions.get(wanted.tenantId, pins);
      return eachInTurn(turns, (turn) => ({
        interactionId: turn.interactionId,
        ...compareTurn(turn, { definition, hash, pins }),
      }));
    });
  }

  async #read<Turn>(
    { tenantId, conversationId, limit, offset, require }: TurnsToReplay,
    replay: (read: Read) => Promise<readonly Turn[]>,
  ): Promise<ReplayPage<Turn>> {
    const loaded = await this.conversations.load(tenantId, conversationId);
    const identity = identityOf(loaded);
    await require(identity);
    const key = await this.keys.get(subjectOf(tenantId, identity));
    // Turns of erased persons are not hashed.
    const hash: KeyedHash = (use, text) => (key === 'erased' ? '' : key.hash(use, text));
    const end = offset + limit;
    const choose: ChooseTurns = (turns) => turns.slice(offset, end);
    return this.turnLogs.read(loaded.streamId, choose, async (read) => {
      const turns = recordedTurns(read.log, read.begin);
      return { turns: await replay({ ...read, identity, turns, hash }), hasMore: read.total > end };
    });
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
