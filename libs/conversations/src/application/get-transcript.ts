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
}

/** So many messages of 20,000 characters fit into one answer. */
const messagesOfPage = 200;

/** What was said in a finished conversation, for the contexts that make something of it. */
@Injectable()
export class GetTranscript {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /**
   * One page behind `afterOrdinal`.
   * @returns null when its person was erased.
   * @throws DomainError `not_found` for a conversation that there is not or that is open; `service_unavailable`.
   */
  async execute(
    tenantId: TenantId,
    conversationId: string,
    afterOrdinal: number,
  ): Promise<TranscriptPage | null> {
    const subject = await findFinishedConversation(this.database, tenantId, conversationId);
    if (subject === undefined) throw conversationNotFound();
    if ((await this.keys.get(subject)) === 'erased') return null;
    const { rows } = await this.database.query<SealedTranscriptMessage>(
      selectTranscript({ tenantId, conversationId, afterOrdinal, limit: messagesOfPage + 1 }),
    );
    const messages = await openRows(messageTable, rows.slice(0, messagesOfPage), this.keys, () => subject);
    return { messages, hasMore: rows.length > messagesOfPage };
  }
}
