import { column, defineTable, instant } from '@svc/event-store';
import type { ConversationKey } from '../domain/conversation-identity.js';
import type { SurfaceRequested } from '../domain/wait-events.js';

interface SurfaceRequestSource extends ConversationKey {
  readonly request: SurfaceRequested;
}

/** What conversations have asked for (`SurfaceRequests` makes a surface of each). */
export const surfaceRequestTable = defineTable<SurfaceRequestSource>()('conversations.surface_request', {
  key: {
    tenantId: column(({ tenantId }) => tenantId),
    conversationId: column(({ conversationId }) => conversationId),
    surfaceRequestId: column(({ request }) => request.surfaceRequestId),
  },
  fixed: { requestedAtMs: instant(({ request }) => request.requestedAtMs) },
});
