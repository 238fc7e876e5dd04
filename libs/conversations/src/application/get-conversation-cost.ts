import { Inject, Injectable } from '@nestjs/common';
import type { TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { costsOf, type ModelCost } from '../domain/conversation-cost.js';
import { existing } from '../domain/conversation-decider.js';
import { ConversationStore } from '../log/conversation-store.js';
import { Conversations } from '../log/conversations.js';
import { MODELS, type Models } from '../ports/ports.js';

/** For the installer: the cost of a conversation's recorded model calls, at current prices. */
@Injectable()
export class GetConversationCost {
  constructor(
    private readonly conversations: Conversations,
    private readonly store: ConversationStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(MODELS) private readonly models: Models,
  ) {}

  /** @throws DomainError `not_found` */
  async execute(tenantId: TenantId, conversationId: string): Promise<readonly ModelCost[]> {
    const { state, streamId } = await this.conversations.load(tenantId, conversationId);
    existing(state);
    const log = await this.store.readConversation(this.database, streamId);
    const calls = log.flatMap(({ event }) => (event.type === 'TurnRecorded' ? event.data.calls : []));
    return costsOf(calls, (model, usage) => this.models.costOf(model, usage));
  }
}
