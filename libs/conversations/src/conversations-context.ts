import { ConversationsServiceService } from '@svc/contracts/conversations';
import type { ContextDefinition } from '@svc/service-host';
import { ReadModels } from './application/read-models.js';
import { conversationsMigrations } from './conversations-migrations.js';

/** What this context is to those who run it. */
export const conversationsContext: ContextDefinition<'conversations'> = {
  name: 'conversations',
  migrations: conversationsMigrations,
  services: [ConversationsServiceService],
  readModels: ReadModels,
};
