import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import type { Logger, Metrics } from '@svc/telemetry';
import { isObservable, lastValueFrom } from 'rxjs';
import { Consumer, type ConsumerOptions } from '../consumer/consumer.js';
import type { EventHandler, ForgetStream } from '../consumer/event-handlers.js';
import type { EventBus } from '../event-bus.js';
import { eventTransport } from './event-controller.js';
import { isEventMethod, type EventExtras } from './event-extras.js';

export interface EventStrategyOptions extends Pick<ConsumerOptions, 'attempts' | 'firstRetryMs' | 'pollMs'> {
  /** The consuming context, whose Postgres schema holds the inbox. */
  readonly context: string;
  /** May be missing without consumers; `idle`: consume nothing for now. */
  readonly bus: EventBus | 'idle' | undefined;
  readonly database: Database;
  /** Called once for consumers that read personal data. @throws Error when the context has none */
  readonly keys: () => SubjectKeys;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

interface BoundHandler extends Pick<EventExtras, 'event'> {
  readonly handler: MessageHandler;
}

/** Runs the EventControllers of a Nest microservice, each as a consumer on the bus. */
export class EventStrategy extends Server implements CustomTransportStrategy {
  override readonly transportId = eventTransport;
  readonly #bound: BoundHandler[] = [];
  #running: readonly Consumer[] = [];
  #stopped: Promise<void> | undefined;

  constructor(private readonly options: EventStrategyOptions) {
    super();
  }

  override addHandler(
    pattern: string,
    handler: MessageHandler,
    _isEvent?: boolean,
    extras?: Record<string, unknown>,
  ): void {
    if (!isEventMethod(extras)) throw new Error(`${pattern} is no method of an EventController`);
    this.#bound.push({ event: extras.event, handler });
  }

  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      for (const consumer of this.#consumers()) {
        this.#running = [...this.#running, await Consumer.start(consumer)];
      }
    } catch (error) {
      await this.close();
      callback(error);
      return;
    }
    callback();
  }

  /** Aborts the current batches by their signals and waits for them. Later calls wait for the first. */
  close(): Promise<void> {
    return (this.#stopped ??= Promise.all(this.#running.map((consumer) => consumer.stop())).then(
      () => undefined,
    ));
  }

  override on(): never {
    throw new Error('Consumers have no events of their own');
  }

  override unwrap<Unwrapped = readonly Consumer[]>(): Unwrapped {
    // The caller knows the type, as everywhere in Nest.
    return this.#running as Unwrapped;
  }

  /** @throws Error for two controllers of one name, and events without a bus */
  #consumers(): readonly ConsumerOptions[] {
    const { bus, keys, ...common } = this.options;
    if (bus === 'idle') return [];
    const names = [...new Set(this.#bound.map(({ event }) => event.consumer))];
    return names.map((name) => {
      if (bus === undefined)
        throw new Error(`${common.context}.${name} consumes events, and there is no bus`);
      const bound = this.#bound.filter(({ event }) => event.consumer === name);
      if (new Set(bound.map(({ event }) => event.controller)).size > 1)
        throw new Error(`Two EventControllers are the consumer ${name}`);
      return {
        ...common,
        bus,
        name,
        handlers: bound.flatMap(handlerOf),
        forget: forgetOf(bound),
        keys: bound.some(({ event }) => event.readsPersonal) ? keys() : undefined,
      };
    });
  }
}

function handlerOf({ event: { method }, handler }: BoundHandler): readonly EventHandler[] {
  const handle = (events: unknown, handling: unknown) => settled(handler(events, handling));
  return method.kind === 'resync' ? [] : [{ ...method, handle }];
}

/** @throws Error */
function forgetOf(bound: readonly BoundHandler[]): ForgetStream | undefined {
  const [resync, ...others] = bound.filter(({ event }) => event.method.kind === 'resync');
  if (others.length > 0)
    throw new Error(`${resync?.event.controller.name} has several methods with OnResync`);
  return resync && ((stream, handling) => settled(resync.handler(stream, handling)));
}

/** Nest returns an Observable when the handler has an interceptor. */
async function settled(answer: Promise<unknown>): Promise<void> {
  const result = await answer;
  if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
}
