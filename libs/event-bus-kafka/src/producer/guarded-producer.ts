import { setTimeout as pause } from 'node:timers/promises';
import type { Kafka, Producer, RecordMetadata } from 'kafkajs';
import type { OutgoingMessage } from '../messages/kafka-message.js';
import { messageSlices } from './message-slices.js';
import { silentProducerMetrics, type ProducerMetrics } from './producer-metrics.js';
import { GivenUpError, NothingSentError, SendTimeoutError } from './send-errors.js';

export interface GuardedProducerOptions {
  readonly kafka: Kafka;
  /** Told of each failure: the same messages are sent again after this pause. */
  readonly onError: (error: unknown, retry: { readonly retryInMs: number }) => void;
  readonly metrics?: ProducerMetrics;
  /** Longest time for one send, in milliseconds; then its producer is given up. Default 30,000. */
  readonly sendWithinMs?: number;
}

/** What kafkajs tries by itself before we hear of it. */
const ownRetries = { retries: 5, initialRetryTime: 50, maxRetryTime: 1_000 };
const firstPauseMs = 50;
const maxPauseMs = 5_000;
const maxDisconnectMs = 1_000;

interface CurrentProducer {
  readonly producer: Producer;
  /** Keeps it from sending anything more. */
  readonly giveUp: () => void;
  /** When a send has ended: one that was under way when its producer was given up has connected it again. */
  readonly settled: () => void;
}

/**
 * Publishes messages so that what counts as acknowledged is kept by the cluster. kafkajs resolves a send although
 * partitions were left out of it, when their leader moves meanwhile; so each partition that a send was for must be in its
 * answer, and what is missing is sent again. A producer that fails for its sequence never recovers: it is replaced.
 *
 * Messages of one partition are kept in their order, and may come twice, also behind newer ones.
 */
export class GuardedProducer {
  readonly #options: GuardedProducerOptions;
  readonly #metrics: ProducerMetrics;
  #current: CurrentProducer | undefined;
  /** Calls take turns: a batch that is sent again must not come behind the next one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: GuardedProducerOptions) {
    this.#options = options;
    this.#metrics = options.metrics ?? silentProducerMetrics;
  }

  /**
   * Resolves when all messages are acknowledged by all replicas in sync, however long that takes; until then nothing
   * else is published. Rejects when `signal` is aborted: then it is not known what has been published.
   */
  publish(messages: readonly OutgoingMessage[], signal: AbortSignal): Promise<void> {
    const published = this.#last.then(async () => {
      for (const slice of messageSlices(messages)) await this.#publishSlice(slice, signal);
    });
    this.#last = published.catch(() => undefined);
    return published;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#disconnect();
  }

  async #publishSlice(slice: readonly OutgoingMessage[], signal: AbortSignal): Promise<void> {
    this.#metrics.began();
    try {
      await this.#sendUntilKept(slice, signal);
    } catch (interruption) {
      // What comes next are other messages, and would have the numbers of those that may have come already: the cluster
      // would take them for repeats, and acknowledge what it does not keep.
      await this.#replace();
      throw interruption;
    } finally {
      this.#metrics.ended();
    }
  }

  async #sendUntilKept(slice: readonly OutgoingMessage[], signal: AbortSignal): Promise<void> {
    let missing = slice;
    let pauseMs = firstPauseMs;
    while (missing.length > 0) {
      signal.throwIfAborted();
      try {
        const answer = await this.#send(missing, signal);
        const acknowledged = new Set(answer.filter(isKept).map(partitionKey));
        const left = missing.filter((message) => !acknowledged.has(partitionKey(message)));
        this.#metrics.acknowledged(missing.length - left.length);
        if (left.length > 0) this.#metrics.leftOut(left.length);
        if (left.length === missing.length) throw new NothingSentError([...new Set(left.map(partitionKey))]);
        missing = left;
      } catch (error) {
        signal.throwIfAborted();
        if (isBroken(error)) await this.#replace();
        this.#options.onError(error, { retryInMs: pauseMs });
        await pause(pauseMs, undefined, { signal });
        pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      }
    }
  }

  async #send(messages: readonly OutgoingMessage[], signal: AbortSignal): Promise<readonly RecordMetadata[]> {
    const current = (this.#current ??= this.#create());
    const { producer } = current;
    const { sendWithinMs = 30_000 } = this.#options;
    const abandon = new AbortController();
    const answer = producer
      .connect()
      .then(() => producer.sendBatch({ acks: -1, topicMessages: byTopic(messages) }));
    const late = pause(sendWithinMs, undefined, { signal: AbortSignal.any([signal, abandon.signal]) }).then(
      () => {
        throw new SendTimeoutError(sendWithinMs);
      },
    );
    try {
      return await Promise.race([answer, late]);
    } finally {
      abandon.abort();
      late.catch(() => undefined);
      answer.then(current.settled, current.settled);
    }
  }

  #create(): CurrentProducer {
    let isGivenUp = false;
    const producer = this.#options.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: ownRetries,
      // kafkajs asks it before each try. A send of a producer that is disconnected connects again, and would come behind
      // what others have sent meanwhile, or ahead of what is older.
      createPartitioner:
        () =>
        ({ message }) => {
          if (isGivenUp) throw new GivenUpError();
          return message.partition as number;
        },
    });
    return {
      producer,
      giveUp: () => void (isGivenUp = true),
      settled: () => {
        if (isGivenUp) producer.disconnect().catch(() => undefined);
      },
    };
  }

  /** The next send makes a new one. */
  async #replace(): Promise<void> {
    if (!this.#current) return;
    this.#metrics.replaced();
    await this.#disconnect();
  }

  async #disconnect(): Promise<void> {
    const current = this.#current;
    if (!current) return;
    this.#current = undefined;
    current.giveUp();
    // One that hangs is not waited for; nobody hears of what becomes of it.
    const isDone = new AbortController();
    const late = pause(maxDisconnectMs, undefined, { signal: isDone.signal }).catch(() => undefined);
    await Promise.race([current.producer.disconnect().catch(() => undefined), late]);
    isDone.abort();
  }
}

const isKept = ({ errorCode }: RecordMetadata): boolean => errorCode === 0;

function partitionKey(place: OutgoingMessage | RecordMetadata): string {
  return `${'topic' in place ? place.topic : place.topicName}/${place.partition}`;
}

/** Of a producer whose sequence, id or epoch the cluster doesn't know, or that has not answered, or does not ask. */
function isBroken(error: unknown): boolean {
  return (
    error instanceof SendTimeoutError ||
    error instanceof NothingSentError ||
    (error instanceof Error && /sequence|producer ?id|epoch|producer is disconnected/i.test(error.message))
  );
}

function byTopic(messages: readonly OutgoingMessage[]) {
  return [...Map.groupBy(messages, ({ topic }) => topic)].map(([topic, ofTopic]) => ({
    topic,
    messages: ofTopic.map(({ key, value, headers, partition }) => ({ key, value, headers, partition })),
  }));
}
