import { ConversationsServiceService } from '@svc/contracts/conversations';
import type { ModelPort } from '@svc/engine';
import { EventStore } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import { prismaAdapter, withDatabaseFailures, type PooledDatabase } from '@svc/postgres';
import { service, type BoundService } from '@svc/rpc';
import type { Logger, Metrics } from '@svc/telemetry';
import { agentDefinitions, type AgentsClient } from './adapters/agent-definitions.js';
import { conversationEventTypes } from './adapters/event-types.js';
import { identityUsers, type IdentityClient } from './adapters/identity-users.js';
import { intervalScheduler } from './lease/interval-scheduler.js';
import type { ConversationsContext } from './application/context.js';
import { ConversationLog } from './log/conversation-log.js';
import { LeaseKeeper, leaseRenewalMs } from './lease/lease-keeper.js';
import type { Scheduler } from './application/ports.js';
import { RunningTurns } from './turn/running-turns.js';
import { TurnMetrics } from './turn/turn-metrics.js';
import { voidExpired, voidOwn } from './lease/void-leftovers.js';
import type { ConversationEvent } from './domain/conversation-event.js';
import { PrismaClient } from './projections/gen/client.js';
import { rebuildReadModels } from './projections/rebuild-read-models.js';
import { conversationsHandlers } from './rpc/conversations-handlers.js';

export interface ConversationsModuleOptions {
  /** Migrated by `conversationsMigrations`. Stays the owner's: `stop` does not close it. */
  readonly database: PooledDatabase;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** A client of IdentityService. */
  readonly identity: IdentityClient;
  /** A client of AgentsService. */
  readonly agents: AgentsClient;
  readonly model: ModelPort;
  /**
   * Names this instance in the leases of its turns. The same after a restart, and never that of another living one:
   * with `voidOwn` a start ends the turns of its own name.
   */
  readonly owner: string;
  /** Timers of the process by default. */
  readonly scheduler?: Scheduler;
}

export interface ConversationsModule {
  /** ConversationsService, for `startRpcServer`. */
  readonly services: readonly BoundService[];
  /**
   * Keeps leases alive and voids turns whose owner is gone, until `stop`.
   * @param voidOwn first void what an earlier life of this owner has left behind: before anything is served.
   */
  start(options?: { readonly voidOwn?: boolean }): Promise<void>;
  /** Voids turns that this owner has left behind, and none that it runs now: for a database that was away and is back. */
  voidOwn(): Promise<void>;
  /** Refuses new turns, lets running ones end with their last event, cuts off those left after `graceMs`. */
  stop(graceMs: number): Promise<void>;
  /** Makes the read models anew from the log while the service goes on. @returns the number of conversations in it. */
  rebuildReadModels(): Promise<number>;
}

const schema = 'conversations';
/** How often turns are looked for whose lease has run out. */
const sweepMs = 5_000;

/** Wires the conversations context: conversations and their turns. */
export function createConversationsModule(options: ConversationsModuleOptions): ConversationsModule {
  const { database, clock, ids, logger, model, owner, scheduler = intervalScheduler } = options;
  const types = conversationEventTypes;
  const store = new EventStore<ConversationEvent>({ schema, database, types, clock, ids });
  const turns = new RunningTurns();
  const context: ConversationsContext = {
    database,
    log: new ConversationLog({ database, store, clock }),
    scheduler,
    leases: new LeaseKeeper(owner, { database, clock, logger }),
    turns,
    turnMetrics: new TurnMetrics(options.metrics, clock),
    users: identityUsers(options.identity),
    definitions: agentDefinitions(options.agents),
    model,
    ids,
    logger,
  };
  const prisma = withDatabaseFailures(new PrismaClient({ adapter: prismaAdapter(database, schema) }));
  options.metrics.gauge({
    name: 'conversation_turns_running',
    description: 'Turns that this instance runs now.',
    observe: () => [{ value: turns.count }],
  });

  const timers: (() => void)[] = [];
  const sweep = async (): Promise<void> => {
    try {
      await voidExpired(context);
    } catch (error) {
      logger.warn('expired turns could not be voided', { error });
    }
  };
  return {
    services: [service(ConversationsServiceService, conversationsHandlers(context, prisma))],
    start: async ({ voidOwn: voidsOwn = false } = {}) => {
      if (voidsOwn) await voidOwn(context);
      timers.push(
        scheduler.every(leaseRenewalMs, () => context.leases.renew()),
        scheduler.every(sweepMs, sweep),
      );
    },
    voidOwn: async () => {
      await voidOwn(context);
    },
    stop: async (graceMs) => {
      await turns.drain(graceMs);
      for (const end of timers.splice(0)) end();
      await prisma.$disconnect();
    },
    rebuildReadModels: () => rebuildReadModels(database, store),
  };
}
