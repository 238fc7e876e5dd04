import type { EventMetadata, TenantId } from '@svc/kernel';
import type { RememberedConversation } from '../domain/remembered-conversation.js';

/** A run of one stage. */
export interface StageRun {
  readonly tenantId: TenantId;
  readonly conversation: RememberedConversation;
  /** Metadata of the run's events: it belongs to the request that finished the conversation. */
  readonly metadata: EventMetadata;
  /** Aborted when the process stops, and when the run takes too long. */
  readonly signal: AbortSignal;
}
