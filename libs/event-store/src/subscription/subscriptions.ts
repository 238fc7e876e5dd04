import type { DomainEvent } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import type { EventReader } from '../reading/event-reader.js';
import type { LogSignals } from '../signals/log-signals.js';
import { LeaderLocks } from './leader-locks.js';
import { SharedLog } from './shared-log.js';
import { Subscription, type SubscribedLog } from './subscription.js';
import type { SubscriptionOptions } from './subscription-options.js';

export interface SubscriptionsOptions {
  readonly schema: string;
  readonly database: PooledDatabase;
  readonly reader: EventReader;
  readonly signals: LogSignals;
  readonly pollMs: number;
}

/** Time limit of the statement for all leader locks. If it takes longer, the process loses its locks. */
const lockDeadlineMs = 2_000;

/** The subscriptions of one store, which share a connection for their locks and what they read. */
export class Subscriptions<Event extends DomainEvent> {
  readonly #options: SubscriptionsOptions;
  #log: SubscribedLog | undefined;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  start(options: SubscriptionOptions<Event>): Subscription<Event> {
    this.#log ??= this.#open();
    return new Subscription(this.#log, options);
  }

  #open(): SubscribedLog {
    const { schema, database, signals, pollMs } = this.#options;
    const connect = () => database.dedicated({ purpose: 'subscriptions', statementMs: lockDeadlineMs });
    return {
      ...this.#options,
      shared: new SharedLog(database, schema, signals),
      leaders: new LeaderLocks({ connect, schema, pollMs }),
    };
  }
}
