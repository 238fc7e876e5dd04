export type { AgentsClient } from './adapters/agent-definitions.js';
export type { IdentityClient } from './adapters/identity-users.js';
export type { Scheduler } from './application/ports.js';
export { conversationsMigrations } from './conversations-migrations.js';
export type { ConversationsModule, ConversationsModuleOptions } from './conversations.module.js';
export { createConversationsModule } from './conversations.module.js';
