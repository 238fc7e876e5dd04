export { conversationsContext } from './conversations-context.js';
export type { ConversationsOptions } from './conversations.module.js';
export { ConversationsModule } from './conversations.module.js';
export { Leftovers } from './lease/leftovers.js';
export type { Scheduler } from './lease/scheduler.js';
export type { Recording } from './application/record-history.js';
export { RecordHistory } from './application/record-history.js';
export type { RecordedHistory, WrittenKey } from './replay/recorded-history.js';
export { historyWarning } from './replay/recorded-history.js';
