import type { EventMetadata } from '@svc/kernel';
import type { Lease } from '../lease/lease-rows.js';
import type { LoadedConversation } from '../log/loaded-conversation.js';

/** A turn that this instance runs: what it has begun with, and its right to end it. */
export interface BegunTurn {
  readonly conversation: LoadedConversation;
  readonly lease: Lease;
  readonly metadata: EventMetadata;
}

export function isRunning({ state }: LoadedConversation, interactionId: string): boolean {
  return state.stage !== 'absent' && state.running?.interactionId === interactionId;
}
