import { defineAggregate } from '@svc/event-store';
import type { ConversationCommand } from '../domain/conversation-command.js';
import { conversationDecider } from '../domain/conversation-decider.js';
import { subjectOf } from '../domain/conversation-identity.js';
import type { Conversation } from '../domain/conversation.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { conversationRows, conversationTables } from '../projections/conversation-rows.js';
import { conversationSnapshots } from './conversation-snapshots.js';

export const conversationAggregate = defineAggregate<Conversation, ConversationCommand, ConversationEvent>({
  category: 'conversation',
  decider: conversationDecider,
  subject: ({ tenantId, after }) => (after.stage === 'absent' ? null : subjectOf(tenantId, after.identity)),
  snapshots: conversationSnapshots,
  rows: conversationRows,
  tables: conversationTables,
});
