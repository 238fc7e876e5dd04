import type { SqlFragment } from '@svc/event-store';
import { noRecord, type VoidInteraction } from '../domain/conversation-command.js';
import { existing, goesWithItsTurn, interactionRunning } from '../domain/conversation-decider.js';
import type { LoadedConversation } from '../log/loaded-conversation.js';
import type { EndingTurns } from './ending-turns.js';
import { endExpiredLease, releaseLease, type Lease } from './lease-rows.js';

export const voidLeftOver: VoidInteraction = {
  type: 'VoidInteraction',
  ...noRecord,
  reason: 'lease-expired',
};

/** A turn that is ended from outside: its process may still store what comes of its calls. */
export const voidCancelled: VoidInteraction = { type: 'VoidInteraction', ...noRecord, reason: 'cancelled' };

/** A turn that its owner abandoned. */
export interface LeftOverTurn {
  /** Voiding it discards the conversation. */
  readonly takesConversation: boolean;
  /** Undefined: the installer removed it by hand. */
  readonly lease: Lease | undefined;
}

/**
 * The abandoned turn that blocks a change. Waits for a turn that ends because its caller has gone. A turn without a
 * lease may have ended a moment ago: then the append finds that the stream has moved.
 * @returns undefined when none blocks it
 * @throws DomainError `operation_in_progress` when the turn runs; `not_found` when the conversation does not exist.
 */
export async function leftOverTurn(
  ending: EndingTurns,
  { tenantId, id: conversationId, state }: LoadedConversation,
): Promise<LeftOverTurn | undefined> {
  const conversation = existing(state);
  if (conversation.running === null || conversation.stage === 'finished') return undefined;
  const lease = await ending.leaseInTheWay({ tenantId, conversationId });
  if (lease && !lease.isExpired) throw interactionRunning();
  return { takesConversation: goesWithItsTurn(conversation), lease };
}

/** The lease of a turn that nobody asked for: it ends where its conversation does. Undefined: none runs. */
export async function ownTurnInTheWay(
  ending: EndingTurns,
  { tenantId, id: conversationId, state }: LoadedConversation,
): Promise<Lease | undefined> {
  if (existing(state).running?.isOwnTurn !== true) return undefined;
  const lease = await ending.leaseInTheWay({ tenantId, conversationId });
  return lease?.isExpired === true ? undefined : lease;
}

/** The guard under which a turn that runs may be voided: its process can't complete it any more. */
export const endOfRunning = (lease: Lease) => (): SqlFragment => releaseLease(lease);

/** The guard under which an abandoned turn may be voided; none for a turn without a lease. */
export function endOf({ lease }: Pick<LeftOverTurn, 'lease'>): (() => SqlFragment) | undefined {
  return lease && (() => endExpiredLease(lease));
}
