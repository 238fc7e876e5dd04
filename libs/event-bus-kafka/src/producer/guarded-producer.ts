import { setTimeout as pause } from 'node:timers/promises';
import type { Kafka, Producer, RecordMetadata } from 'kafkajs';
import type { OutgoingMessage } from '../messages/kafka-message.js';
import { messageSlices } from './message-slices.js';
import { silentProducerMetrics, type ProducerMetrics } from './producer-metrics.js';
import { GivenUpError, NothingSentError, SendTimeoutError } from './send-errors.js';

export interface GuardedProducerOptions {
  readonly kafka: Kafka;
  /** Called with each error: the same records are sent again after this pause. */
  readonly onError: (error: unknown, retry: { readonly retryInMs: number }) => void;
  readonly metrics?: ProducerMetrics;
  /** Maximum time of one send, in milliseconds; then its producer is replaced. Default 30,000. */
  readonly sendWithinMs?: number;
}

/** Retries of kafkajs before it reports an error. */
const ownRetries = { retries: 5, initialRetryTime: 50, maxRetryTime: 1_000 };
const firstPauseMs = 50;
const maxPauseMs = 5_000;
const maxDisconnectMs = 1_000;

interface CurrentProducer {
  readonly producer: Producer;
  /** Stops it from sending. */
  readonly giveUp: () => void;
  /** Called after a send: one in progress when its producer was replaced has connected it again. */
  readonly settled: () => void;
}

/**
 * Publishes records; the cluster stores every acknowledged one. When a leader moves, kafkajs resolves a send although
 * it left partitions out. So the response must have each partition of the send, and missing ones are sent again. A
 * producer with a sequence error never recovers: it is replaced.
 *
 * Records of one partition stay in order, and may come twice, also after newer ones.
 */
export class GuardedProducer {
  readonly #options: GuardedProducerOptions;
  readonly #metrics: ProducerMetrics;
  #current: CurrentProducer | undefined;
  /** Calls take turns: a repeated batch must not follow the next one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: GuardedProducerOptions) {
    this.#options = options;
    this.#metrics = options.metrics ?? silentProducerMetrics;
  }

  /**
   * Resolves when all in-sync replicas have acknowledged all records, without a time limit; nothing else is published
   * until then. Rejects when `signal` is aborted: any of the records may be published.
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
      // The next records would have sequence numbers that may be used already: the cluster would drop them as repeats,
      // and acknowledge them.
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
      // kafkajs calls it before each attempt. A send of a disconnected producer would connect again and break the
      // order.
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

  /** The next send creates a new one. */
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
    // Doesn't wait for a hanging one, and ignores its outcome.
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

/** Errors that replace the producer: unknown sequence, id or epoch, no response, or a stopped send. */
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
