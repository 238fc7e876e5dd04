import { column, defineTable, instant } from '@svc/event-store';
import type { ConversationKey } from '../domain/conversation-identity.js';

interface WantedTurnSource extends ConversationKey {
  /** In ms since the Unix epoch; 0: at once. */
  readonly notBeforeMs: number;
}

/** Conversations whose agent has something to tell that nobody asks for. Any instance may take the turn. */
export const wantedTurnTable = defineTable<WantedTurnSource>()('conversations.wanted_turn', {
  key: {
    tenantId: column(({ tenantId }) => tenantId),
    conversationId: column(({ conversationId }) => conversationId),
  },
  columns: { notBeforeMs: instant(({ notBeforeMs }) => notBeforeMs) },
});
