import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { existing } from '../domain/conversation-decider.js';
import { subjectOf } from '../domain/conversation-identity.js';
import { ConversationStore } from '../log/conversation-store.js';
import { Conversations } from '../log/conversations.js';
import {
  openHistory,
  writeHistory,
  type RecordedHistory,
  type WrittenKey,
} from '../replay/recorded-history.js';
import { recordedTurns } from '../replay/recorded-turns.js';
import { recordedSummaries, replaySummary } from '../replay/replay-summary.js';
import { replayTurn, type TurnReplay } from '../replay/replay-turn.js';
import { DEFINITIONS, type Definitions } from '../ports/ports.js';

export interface ConversationToRecord {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  /** The data key of its subject, which goes into the history. */
  readonly keyOf: (subject: string) => Promise<WrittenKey>;
}

export interface Recording {
  readonly history: RecordedHistory;
  /** The outcome of each turn's replay, and then of each summary's. */
  readonly replays: readonly TurnReplay[];
}

/** For the installer: a conversation of invented persons, with its key, for the tests of later releases. */
@Injectable()
export class RecordHistory {
  constructor(
    private readonly conversations: Conversations,
    private readonly store: ConversationStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
  ) {}

  /** @throws DomainError `not_found` when the conversation does not exist or its user was deleted. */
  async execute({ tenantId, conversationId, keyOf }: ConversationToRecord): Promise<Recording> {
    const { state, streamId } = await this.conversations.load(tenantId, conversationId);
    const { identity } = existing(state);
    const log = await this.store.readConversation(this.database, streamId);
    if (log.some(({ isErased }) => isErased))
      throw new DomainError('not_found', 'This belongs to a person who was deleted.');
    const key = await keyOf(subjectOf(tenantId, identity));
    const definition = await this.definitions.get(tenantId, identity.pins);
    const history = writeHistory(streamId, log, definition, key);
    const opened = openHistory(history);
    const turns = recordedTurns(opened.log);
    const replays = [
      ...turns.map((turn) => replayTurn(turn, opened)),
      ...recordedSummaries(opened.log).map((summary) => replaySummary(summary, opened)),
    ];
    return { history, replays };
  }
}
