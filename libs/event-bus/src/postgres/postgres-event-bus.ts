import type { StoredLog } from '@svc/event-store';
import type { EventBus, GroupOptions, Subscriber, Tail, TailOptions } from '../event-bus.js';
import { publicEventOf, type PublicEvent, type StreamRef } from '../public-event.js';
import { parseTailPosition, tailPosition } from './tail-position.js';

/** The logs of contexts that this process can read, by the names of the contexts. */
export type OwnedLogs = Readonly<Record<string, StoredLog>>;

/**
 * The bus of contexts that share a database: a group is a subscription of each log that it takes, with one leader of
 * all processes. A group parks the events that it can't handle, so every error here is temporary.
 */
export class PostgresEventBus implements EventBus {
  readonly #logs: OwnedLogs;

  constructor(logs: OwnedLogs) {
    this.#logs = logs;
  }

  async consume({ group, sources, typesOf, handle, onError }: GroupOptions): Promise<Subscriber> {
    const logs = sources.map((source) => ({
      source,
      log: this.#logOf(source),
      types: typesOf?.(source),
    }));
    const subscriptions = logs.map(({ source, log, types }) =>
      log.subscribe({
        name: `bus.${group}`,
        startAt: 'start',
        only: { publicOnly: true, types },
        forward: (events, handling) =>
          handle(
            events.map((event) => publicEventOf(source, event)),
            types
              ? { ...handling, areLeftOut: (stretches) => log.arePassedOver(stretches, types) }
              : handling,
          ),
        isOutage: () => true,
        onError: (error, consequence) => {
          if ('retryInMs' in consequence) onError(error, consequence);
        },
      }),
    );
    return { stop: () => stopAll(subscriptions) };
  }

  async tail({ sources, from, handle, onError }: TailOptions): Promise<Tail> {
    const logs = sources.map((source) => ({ source, log: this.#logOf(source) }));
    const positions = typeof from === 'object' ? parseTailPosition(from.position, sources) : undefined;
    const tails = await Promise.all(
      logs.map(async ({ source, log }) => ({
        source,
        tail: await log.tail({
          startAt: positions?.get(source) ?? (from === 'end' ? 'end' : 'start'),
          only: { publicOnly: true },
          forward: (events, handling) =>
            handle(
              events.map((event) => publicEventOf(source, event)),
              handling,
            ),
          onError,
        }),
      })),
    );
    return {
      get position() {
        return tailPosition(tails.map(({ source, tail }) => [source, tail.position]));
      },
      stop: () => stopAll(tails.map(({ tail }) => tail)),
    };
  }

  async readStream(
    { source, streamId }: StreamRef,
    afterVersion: number,
    limit: number,
  ): Promise<readonly PublicEvent[]> {
    const events = await this.#logOf(source).readPublicStream(streamId, afterVersion, limit);
    return events.map((event) => publicEventOf(source, event));
  }

  /** @throws TypeError */
  #logOf(source: string): StoredLog {
    const log = this.#logs[source];
    if (!log) throw new TypeError(`There is no log of a context ${source} on this bus.`);
    return log;
  }
}

async function stopAll(subscribers: readonly Subscriber[]): Promise<void> {
  await Promise.all(subscribers.map((subscriber) => subscriber.stop()));
}
