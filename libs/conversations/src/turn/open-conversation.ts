import { DomainError } from '@svc/errors';
import { ConcurrencyError } from '@svc/event-store';
import { endExpiredLease, findLease } from '../lease/lease-rows.js';
import { findOpenConversation, type UserInService } from '../projections/conversation-queries.js';
import { isFirstTurn } from './begin-interaction.js';
import type { ConversationsContext } from '../application/context.js';
import { voidLeftover, voidWithoutLease } from '../lease/void-leftovers.js';

/**
 * A user has one open conversation in a service. Says that there is one, unless nothing stands in the way any more: it
 * was given up, or never came to life because its owner died.
 * @throws DomainError `conversation_already_open`, or `operation_in_progress` while another one is being created.
 */
export async function refuseUnlessLeftOver(
  context: ConversationsContext,
  place: UserInService,
): Promise<void> {
  const conversationId = await findOpenConversation(context.database, place);
  if (conversationId === undefined) return;
  const { tenantId } = place;
  const loaded = await context.log.load(tenantId, conversationId);
  const { state } = loaded;
  if (state.stage !== 'open') return;
  if (state.running === null || !isFirstTurn(state)) {
    throw new DomainError(
      'conversation_already_open',
      `You have an unfinished conversation in this service, ${conversationId}. Finish it first.`,
    );
  }
  const lease = await findLease(context.database, { tenantId, conversationId });
  if (lease === undefined) return voidWithoutLease(context, loaded).catch(passOverJustEnded);
  if (!lease.isExpired) {
    throw new DomainError(
      'operation_in_progress',
      'A conversation in this service is being created for you. Wait for it.',
    );
  }
  await voidLeftover(context, lease, 'lease-expired', endExpiredLease(lease));
}

function passOverJustEnded(failure: unknown): void {
  if (!(failure instanceof ConcurrencyError)) throw failure;
}
