import { ConcurrencyError, FencedError, type SqlFragment } from '@svc/event-store';
import type { IdGenerator } from '@svc/kernel';
import { DatabaseUnavailableError, type Database } from '@svc/postgres';
import type { Logger } from '@svc/telemetry';
import { endExpiredLease, findExpiredLeases, findLeasesOf, releaseLease, type Lease } from './lease-rows.js';
import type { VoidReason } from '../domain/conversation-event.js';
import { ownMetadata } from '../application/context.js';
import type { ConversationLog, LoadedConversation } from '../log/conversation-log.js';
import type { LeaseKeeper } from './lease-keeper.js';

export interface VoidPorts {
  readonly log: ConversationLog;
  readonly database: Database;
  readonly ids: IdGenerator;
  readonly logger: Logger;
}

type OwnPorts = VoidPorts & { readonly leases: LeaseKeeper };

const expiredAtOnce = 100;

/**
 * Voids turns whose owner has stopped renewing their leases. This instance is alive: what it runs now it renews as soon
 * as it can.
 * @returns how many.
 */
export async function voidExpired(ports: OwnPorts): Promise<number> {
  const expired = await findExpiredLeases(ports.database, expiredAtOnce);
  return voidAll(ports, expired, 'lease-expired', endExpiredLease);
}

/**
 * Voids what this instance has left behind, in an earlier life or while the database was away; its leases may still be
 * far from their end. Turns that it runs now go on.
 */
export async function voidOwn(ports: OwnPorts): Promise<number> {
  const own = await findLeasesOf(ports.database, ports.leases.owner);
  return voidAll(ports, own, 'owner-restarted', releaseLease);
}

/** Passes over what this instance runs. */
async function voidAll(
  ports: OwnPorts,
  leases: readonly Lease[],
  reason: VoidReason,
  guard: (lease: Lease) => SqlFragment,
): Promise<number> {
  let voided = 0;
  const failures: unknown[] = [];
  for (const lease of leases) {
    const isLeft = (): boolean => !ports.leases.holds(lease);
    try {
      if (isLeft() && (await voidLeftover(ports, lease, reason, guard(lease), isLeft))) voided += 1;
    } catch (failure) {
      if (failure instanceof DatabaseUnavailableError) throw failure;
      // A conversation that can't be read (a newer release has written it) must not hold back the others.
      failures.push(failure);
    }
  }
  if (voided > 0) ports.logger.info('unfinished turns were voided', { reason, turns: voided });
  if (failures.length > 0) throw failures[0];
  return voided;
}

/**
 * Raises the fence and voids the turn in one statement.
 * @param isLeft asked again just before: the begin of a turn may be answered after its lease was found.
 * @returns false when somebody else came first.
 */
export async function voidLeftover(
  { log, ids }: VoidPorts,
  lease: Lease,
  reason: VoidReason,
  guard: SqlFragment,
  isLeft = (): boolean => true,
): Promise<boolean> {
  const loaded = await log.load(lease.tenantId, lease.conversationId);
  if (!isLeft()) return false;
  const events = log.decide(loaded.state, { type: 'VoidInteraction', reason });
  if (events.length === 0) return false;
  try {
    await log.append(loaded, events, { metadata: ownMetadata(ids), guard });
    return true;
  } catch (failure) {
    // Renewed, ended or voided meanwhile; what is left is found by the next look.
    if (failure instanceof FencedError || failure instanceof ConcurrencyError) return false;
    throw failure;
  }
}

/**
 * Voids a turn whose lease an operator's hand has removed.
 * @param loaded read before the lease was found missing: its version tells such a turn from one that has just ended.
 * @throws ConcurrencyError when it has just ended
 */
export async function voidWithoutLease(
  { log, ids }: Pick<VoidPorts, 'log' | 'ids'>,
  loaded: LoadedConversation,
): Promise<void> {
  const voided = log.decide(loaded.state, { type: 'VoidInteraction', reason: 'lease-expired' });
  await log.append(loaded, voided, { metadata: ownMetadata(ids) });
}
