import { describeTables } from '@svc/event-store/table-contract';
import { conversationAggregate } from '../src/log/conversation-aggregate.js';
import { conversationsContext } from '../src/index.js';

describeTables({
  migrations: conversationsContext.migrations,
  aggregates: [conversationAggregate],
});
