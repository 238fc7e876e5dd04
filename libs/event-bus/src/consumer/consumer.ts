import { Wakeup } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import type { Logger, Metrics } from '@svc/telemetry';
import type { EventBus, Subscriber } from '../event-bus.js';
import type { Halt } from '../inbox/parked-table.js';
import { requestUnknown } from '../inbox/requests.js';
import { EventHandlers, type EventHandler, type ForgetStream } from './event-handlers.js';
import { Inbox } from './inbox.js';
import { Redriver } from './redriver.js';

export interface ConsumerOptions {
  /** The consuming context, and its Postgres schema, where `eventBusMigrations` have made the inbox. */
  readonly context: string;
  /** Permanent name among the consumers of a context: key of its inbox and its position on the bus. */
  readonly name: string;
  readonly handlers: readonly EventHandler[];
  readonly forget?: ForgetStream | undefined;
  /** For consumers that read personal data; left out: it stays sealed. */
  readonly keys?: SubjectKeys | undefined;
  readonly bus: EventBus;
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** How often an event is tried before its stream is parked. Default 5: about 1.5 seconds. */
  readonly attempts?: number | undefined;
  /** Pause before the second try, in ms; doubled before each further one. Default 100. */
  readonly firstRetryMs?: number | undefined;
  /** Maximum time until an installer's command takes effect, in ms. Default 1,000. */
  readonly pollMs?: number | undefined;
}

const defaultAttempts = 5;
const defaultFirstRetryMs = 100;
const defaultPollMs = 1_000;

/** A consumer of public events: a member of its group on the bus, with its inbox. The caller stops it. */
export class Consumer implements Subscriber {
  readonly #stopping = new AbortController();
  readonly #redriving: Promise<void>;

  private constructor(
    private readonly options: ConsumerOptions,
    private readonly redriver: Redriver,
    private readonly member: Subscriber,
    /** Wakes it to handle requests before the next poll. */
    private readonly wakeup: Wakeup,
  ) {
    this.#redriving = this.#redrive();
  }

  /** @throws TypeError for two handlers of one type, and sources that the bus does not have. */
  static async start(options: ConsumerOptions): Promise<Consumer> {
    const { context, name, bus, database, logger } = options;
    const group = `${context}.${name}`;
    const log = logger.child({ consumer: name });
    const handlers = new EventHandlers(options.handlers);
    const parked = options.metrics.counter({
      name: 'event_bus_parked_total',
      description: 'Times that a consumer has parked a stream.',
    });
    const wakeup = new Wakeup();
    const onParked = ({ event, kind, reason }: Halt): void => {
      parked.add(1, { consumer: group, kind });
      log.error('a stream is parked', { ...placeOf(event), kind, reason });
      if (kind === 'gap') wakeup.wake();
    };
    const inboxOptions = {
      schema: context,
      consumer: name,
      database,
      handlers,
      keys: options.keys,
      attempts: options.attempts ?? defaultAttempts,
      firstRetryMs: options.firstRetryMs ?? defaultFirstRetryMs,
      onError: (error: unknown, event: Halt['event']) =>
        log.warn('an event could not be handled', { ...placeOf(event), error }),
      onParked,
    };
    // This release may know types that the previous one did not.
    await requestUnknown(database, inboxOptions);
    const inbox = new Inbox(inboxOptions);
    const redriver = new Redriver({
      ...inboxOptions,
      bus,
      forget: options.forget,
      onDelay: (stream, error) => log.warn('a parked stream has to wait', { ...stream, error }),
    });
    const member = await bus.consume({
      group,
      sources: handlers.sources,
      typesOf: (source) => handlers.typesOf(source),
      handle: (batch, handling) => inbox.handle(batch, handling),
      onError: (error, { retryInMs }) => log.warn('events are tried again', { error, retryInMs }),
    });
    return new Consumer(options, redriver, member, wakeup);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wakeup.wake();
    await Promise.all([this.member.stop(), this.#redriving]);
  }

  async #redrive(): Promise<void> {
    const { signal } = this.#stopping;
    const { pollMs = defaultPollMs, logger, name } = this.options;
    while (!signal.aborted) {
      try {
        if (await this.redriver.run(signal)) continue;
      } catch (error) {
        if (!signal.aborted)
          logger.warn('parked streams could not be gone on with', { consumer: name, error });
      }
      await this.wakeup.sleep(pollMs);
    }
  }
}

function placeOf({ source, streamId, streamVersion, eventType }: Halt['event']) {
  return { source, streamId, streamVersion, eventType };
}
