import { DomainError } from '@svc/errors';
import type { EventMetadata } from '@svc/kernel';
import type { Lease } from '../lease/lease-rows.js';
import type { LoadedConversation } from '../log/loaded-conversation.js';

/** A running turn of this instance: its begin, and its right to end it. */
export interface BegunTurn {
  readonly conversation: LoadedConversation;
  readonly lease: Lease;
  readonly metadata: EventMetadata;
}

/**
 * A begin whose response was lost may have been taken for abandoned, and voided, before it was found in the log.
 * @throws DomainError `service_unavailable`
 */
export function requireRunning({ state }: LoadedConversation, interactionId: string): void {
  if (state.stage !== 'absent' && state.running?.interactionId === interactionId) return;
  throw new DomainError('service_unavailable', 'The service is busy or restarting. Try again in a moment.');
}
