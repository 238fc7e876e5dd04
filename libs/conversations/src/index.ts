export { conversationsContext } from './conversations-context.js';
export type { ConversationsOptions } from './conversations.module.js';
export { ConversationsModule } from './conversations.module.js';
export { Leftovers } from './lease/leftovers.js';
export type { Scheduler } from './lease/scheduler.js';
