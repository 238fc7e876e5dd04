import { Inject, Injectable } from '@nestjs/common';
import { openRows } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { conversationNotFound } from '../domain/conversation-decider.js';
import { messageTable } from '../projections/message-table.js';
import {
  findFinishedConversation,
  selectTranscript,
  type SealedTranscriptMessage,
  type TranscriptMessage,
} from '../projections/transcript-query.js';

export interface TranscriptPage {
  readonly messages: readonly TranscriptMessage[];
  readonly hasMore: boolean;
  /** A try of an agent. */
  readonly isSimulated: boolean;
}

/** As many messages of 20,000 characters as fit into one response. */
const messagesOfPage = 200;

/** The messages of a finished conversation, for contexts that process them. */
@Injectable()
export class GetTranscript {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /**
   * One page after `afterOrdinal`.
   * @returns null when its person was erased.
   * @throws DomainError `not_found` when the conversation does not exist or is open; `service_unavailable`.
   */
  async execute(
    tenantId: TenantId,
    conversationId: string,
    afterOrdinal: number,
  ): Promise<TranscriptPage | null> {
    const found = await findFinishedConversation(this.database, tenantId, conversationId);
    if (found === undefined) throw conversationNotFound();
    const { subject, isSimulated } = found;
    if ((await this.keys.get(subject)) === 'erased') return null;
    const { rows } = await this.database.query<SealedTranscriptMessage>(
      selectTranscript({ tenantId, conversationId, afterOrdinal, limit: messagesOfPage + 1 }),
    );
    const messages = await openRows(messageTable, rows.slice(0, messagesOfPage), this.keys, () => subject);
    return { messages, hasMore: rows.length > messagesOfPage, isSimulated };
  }
}
