import { ConversationsServiceService } from '@svc/contracts/conversations';
import type { ContextDefinition } from '@svc/service-host';
import { conversationsMigrations } from './conversations-migrations.js';

/** What this context is to those who run it. */
export const conversationsContext: ContextDefinition = {
  name: 'conversations',
  migrations: conversationsMigrations,
  services: [ConversationsServiceService],
};
