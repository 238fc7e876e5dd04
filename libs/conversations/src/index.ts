export { conversationsContext } from './conversations-context.js';
export { conversationsMigrations } from './conversations-migrations.js';
export type { ConversationsOptions } from './conversations.module.js';
export { ConversationsModule } from './conversations.module.js';
export { Leftovers } from './lease/leftovers.js';
export type { Scheduler } from './lease/scheduler.js';
export { ReadModels } from './application/read-models.js';
