import { setTimeout as pause } from 'node:timers/promises';
import type { Retry, Subscriber } from '@svc/event-bus';
import { usualRetry } from '@svc/kafka-client';
import type { Consumer, Kafka } from 'kafkajs';
import { ConsumerSession, type ConsumerSessionOptions } from './consumer-session.js';
import type { HandlingLanes } from './handling-lanes.js';

export interface SupervisedConsumerOptions extends Omit<ConsumerSessionOptions, 'consumer'> {
  readonly kafka: Kafka;
  readonly groupId: string;
  readonly lanes: HandlingLanes;
  /** Rejects while the topics are not known to be this installation's. */
  readonly confirm: () => Promise<void>;
  /** Session time-out: the group drops a member after this time without a heartbeat, in ms. */
  readonly sessionMs: number;
  /** Called with the consumer of each session before it begins. */
  readonly onSession: (consumer: Consumer) => void;
  /** Called when no batch is in progress, while the member is still in its group. */
  readonly beforeLeaving: () => Promise<void>;
  readonly onError: (error: unknown, retry: Retry) => void;
}

const heartbeatMs = 1_000;
/** Maximum time that a broker waits for records; also the delay of a resumed partition. */
const maxWaitMs = 500;
/** How late a member learns of new partitions; kafkajs asks every 5 minutes. */
const metadataMaxAgeMs = 30_000;
const firstRetryMs = 200;
const maxRetryMs = 10_000;
/** In an outage of the brokers the group detects the lost member itself. */
const leaveWithinMs = 5_000;

/** A member of a group until it is stopped: where kafkajs gives up, a new consumer replaces it. */
export class SupervisedConsumer implements Subscriber {
  readonly #options: SupervisedConsumerOptions;
  readonly #stopping = new AbortController();
  readonly #stopped = Promise.withResolvers<undefined>();
  readonly #running: Promise<void>;
  #session: ConsumerSession | undefined;

  constructor(options: SupervisedConsumerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    if (!this.#stopping.signal.aborted) {
      this.#session?.takeNoMore();
      await this.#options.lanes.stop();
      await this.#options.beforeLeaving();
      this.#stopping.abort();
      this.#stopped.resolve(undefined);
      if (this.#session) await leaveInTime(this.#session);
    }
    await this.#running;
  }

  /** Another consumer replaces the present one. */
  endSession(error: unknown): void {
    this.#session?.giveUp(error);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let retryInMs = firstRetryMs;
    while (!signal.aborted) {
      const error = await this.#hold();
      if (signal.aborted) return;
      this.#options.onError(error, { retryInMs });
      await pause(retryInMs, undefined, { signal }).catch(() => undefined); // rejects when it is stopped
      retryInMs = Math.min(retryInMs * 2, maxRetryMs);
    }
  }

  /** @returns why the topics can't be consumed now; undefined: they can */
  async #confirmed(): Promise<unknown> {
    try {
      await this.#options.confirm();
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** Runs one session. @returns why it has ended */
  async #hold(): Promise<unknown> {
    const { kafka, groupId, lanes, sessionMs, onSession } = this.#options;
    lanes.drop(() => true); // what a member that is gone has taken is not this one's
    const refusal = await Promise.race([this.#confirmed(), this.#stopped.promise]);
    if (refusal !== undefined || this.#stopping.signal.aborted) return refusal;
    const consumer = kafka.consumer({
      groupId,
      sessionTimeout: sessionMs,
      heartbeatInterval: heartbeatMs,
      maxWaitTimeInMs: maxWaitMs,
      metadataMaxAge: metadataMaxAgeMs,
      allowAutoTopicCreation: false,
      // The restart of kafkajs would go on for ever, also after a stop.
      retry: { ...usualRetry, restartOnFailure: () => Promise.resolve(false) },
    });
    onSession(consumer);
    const session = new ConsumerSession({ ...this.#options, consumer });
    this.#session = session;
    try {
      const begun = session.begin(sessionMs).then(() => session.ended);
      return await Promise.race([begun, session.ended]);
    } catch (error) {
      return error;
    } finally {
      if (!this.#stopping.signal.aborted) await leaveInTime(session);
    }
  }
}

/** A coordinator that is gone answers nobody who leaves. */
async function leaveInTime(session: ConsumerSession): Promise<void> {
  await Promise.race([session.leave(), pause(leaveWithinMs, undefined, { ref: false })]);
}
