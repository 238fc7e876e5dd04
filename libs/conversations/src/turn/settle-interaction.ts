import type { EventMetadata } from '@svc/kernel';
import { DomainError } from '@svc/errors';
import { ConcurrencyError, FencedError } from '@svc/event-store';
import { DatabaseUnavailableError } from '@svc/postgres';
import { releaseLease, type Lease } from '../lease/lease-rows.js';
import type { TakenTurn } from '../domain/conversation-command.js';
import type { VoidReason } from '../domain/conversation-event.js';
import type { ConversationLog, LoadedConversation } from '../log/conversation-log.js';
import type { Scheduler } from '../application/ports.js';

/** A turn that this instance runs: what it has begun with, and its right to end it. */
export interface OwnInteraction {
  readonly loaded: LoadedConversation;
  readonly lease: Lease;
  readonly metadata: EventMetadata;
}

export interface SettlePorts {
  readonly log: ConversationLog;
  readonly scheduler: Scheduler;
}

/** Other kinds of events may come between; each costs one more try. */
const attempts = 6;
/** Before the second, third, … try when the database is away: 3 s in all, enough for the restart of a server. */
const waitsMs = [100, 200, 400, 800, 1_500];

/**
 * Appends the outcome of a turn and gives the lease back, in one statement.
 * @throws FencedError when the turn was taken over: nothing is stored.
 */
export async function completeInteraction(
  ports: SettlePorts,
  { loaded, lease, metadata }: OwnInteraction,
  turn: TakenTurn,
): Promise<void> {
  const { log } = ports;
  try {
    await withReloads(ports, loaded, async (current, isFirst) => {
      // The answer to a commit can get lost with the connection: then the log knows whether it came about.
      if (!isFirst && (await log.hasCompleted(loaded, lease.interactionId))) return;
      const events = log.decide(current.state, { type: 'CompleteInteraction', turn });
      await log.append(current, events, { metadata, guard: releaseLease(lease) });
    });
  } catch (failure) {
    // Such a commit may still have been under way as the log was asked; what fences the second try off is then our own.
    const isRefused = failure instanceof DomainError && !(failure instanceof DatabaseUnavailableError);
    if (!isRefused || !(await log.hasCompleted(loaded, lease.interactionId))) throw failure;
  }
}

/** Voids a turn of our own. Does nothing when somebody else has taken it over, and so voided it. */
export async function voidInteraction(
  ports: SettlePorts,
  { loaded, lease, metadata }: OwnInteraction,
  reason: VoidReason,
): Promise<void> {
  const { log } = ports;
  try {
    await withReloads(ports, loaded, async (current) => {
      const events = log.decide(current.state, { type: 'VoidInteraction', reason });
      if (events.length > 0) await log.append(current, events, { metadata, guard: releaseLease(lease) });
    });
  } catch (failure) {
    if (!(failure instanceof FencedError)) throw failure;
  }
}

async function withReloads(
  { log, scheduler }: SettlePorts,
  loaded: LoadedConversation,
  append: (current: LoadedConversation, isFirst: boolean) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const isFirst = attempt === 1;
      return await append(isFirst ? loaded : await log.load(loaded.tenantId, loaded.id), isFirst);
    } catch (failure) {
      const isAway = failure instanceof DatabaseUnavailableError;
      if (attempt === attempts || !(isAway || failure instanceof ConcurrencyError)) throw failure;
      if (isAway) await scheduler.wait(waitsMs[attempt - 1] ?? 0);
    }
  }
}
