import type { SqlFragment } from '@svc/event-store';
import { noRecord, type VoidInteraction } from '../domain/conversation-command.js';
import { existing, interactionRunning, isFirstTurn } from '../domain/conversation-decider.js';
import type { LoadedConversation } from '../log/loaded-conversation.js';
import type { EndingTurns } from './ending-turns.js';
import { endExpiredLease, type Lease } from './lease-rows.js';

export const voidLeftOver: VoidInteraction = {
  type: 'VoidInteraction',
  ...noRecord,
  reason: 'lease-expired',
};

/** A turn that its owner has left behind. Voiding it is the end of a conversation that never had another one. */
export interface LeftOverTurn {
  readonly isFirst: boolean;
  /** Undefined: an installer's hand has removed it. */
  readonly lease: Lease | undefined;
}

/**
 * The turn that stands in the way of a change, when nobody runs it any more. One whose caller has gone is waited for.
 * Without a lease it may also have ended a
 * moment ago: the append of whatever is decided then finds that the stream has moved.
 * @returns undefined when none stands in the way
 * @throws DomainError `operation_in_progress` when the turn is alive; `not_found` for a conversation that there is not.
 */
export async function leftOverTurn(
  ending: EndingTurns,
  { tenantId, id: conversationId, state }: LoadedConversation,
): Promise<LeftOverTurn | undefined> {
  const conversation = existing(state);
  if (conversation.running === null || conversation.stage === 'finished') return undefined;
  const lease = await ending.leaseInTheWay({ tenantId, conversationId });
  if (lease && !lease.isExpired) throw interactionRunning();
  return { isFirst: isFirstTurn(conversation), lease };
}

/** The guard under which the turn may be voided; none for one without a lease. */
export function endOf({ lease }: Pick<LeftOverTurn, 'lease'>): (() => SqlFragment) | undefined {
  return lease && (() => endExpiredLease(lease));
}
