import { column, defineTable, instant } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { StartedPostProcessing } from '../domain/post-processing/post-processing.js';

export interface PostProcessingSource {
  readonly tenantId: TenantId;
  readonly state: StartedPostProcessing;
}

/**
 * Due and failed stages; not completed ones. A worker that claims a row moves `due_at` ahead. A rebuild resets that, so
 * a stage may run twice, which changes nothing.
 */
export const postProcessingTable = defineTable<PostProcessingSource>()('memory.post_processing', {
  key: {
    tenantId: column(({ tenantId }) => tenantId),
    conversationId: column(({ state }) => state.conversation.conversationId),
  },
  columns: {
    stage: column(({ state }) => state.stage),
    dueAtMs: instant(({ state }) => state.dueAtMs),
    failures: column(({ state }) => state.failures),
    failure: column(({ state }) => state.failure),
    failedAtMs: instant(({ state }) => state.failedAtMs),
  },
});
