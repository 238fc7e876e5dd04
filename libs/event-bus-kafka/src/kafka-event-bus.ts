import type {
  EventBus,
  GroupOptions,
  PublicEvent,
  StreamRef,
  Subscriber,
  Tail,
  TailOptions,
} from '@svc/event-bus';
import type { Kafka } from 'kafkajs';
import { EventVerifier, type EventVerifierOptions } from './authenticity/event-verifier.js';
import { joinGroup, type ConsumerTuning } from './consumer/group-member.js';
import { beginTail } from './tail/kafka-tail.js';
import { OwnTopics } from './topics/own-topics.js';
import type { TopicNames } from './topics/topic-names.js';

/** Asks the context that owns a stream, as `EventBus.readStream` says. */
export type ReadStream = EventBus['readStream'];

export interface KafkaEventBusOptions extends Pick<EventVerifierOptions, 'keysOf'> {
  readonly kafka: Kafka;
  readonly names: TopicNames;
  readonly readStream: ReadStream;
  /** Called with a record on our topics that is not one of our events; it is skipped. */
  readonly onForeign: ConsumerTuning['onForeign'];
  /** Batches of one member of a group that are handled at the same time. Default 4. */
  readonly lanes?: number;
  /** Maximum events of a batch. Default 200. */
  readonly batchSize?: number;
  /**
   * A group gives up a member that it has not heard of for so long, in ms. Default 30,000; brokers take 6,000 at least.
   */
  readonly sessionMs?: number;
}

/** The bus between processes. A `KafkaRelay` of each context publishes its events. */
export class KafkaEventBus implements EventBus {
  readonly #options: KafkaEventBusOptions;
  readonly #tuning: ConsumerTuning;

  constructor(options: KafkaEventBusOptions) {
    this.#options = options;
    const { lanes = 4, batchSize = 200, sessionMs = 30_000, names, onForeign, keysOf } = options;
    const verifier = new EventVerifier({ installation: names.installation, keysOf });
    const ownTopics = new OwnTopics(options.kafka, names);
    this.#tuning = { ownTopics, names, lanes, batchSize, sessionMs, verifier, onForeign };
  }

  /**
   * Resolves when the topics are known to be this installation's. The bus itself waits for that before it consumes.
   * @throws ForeignTopicsError, MissingTopicError, and what kafkajs throws
   */
  confirm(): Promise<void> {
    return this.#tuning.ownTopics.confirm();
  }

  async consume(options: GroupOptions): Promise<Subscriber> {
    return joinGroup(this.#options.kafka, options, this.#tuning);
  }

  tail(options: TailOptions): Promise<Tail> {
    return beginTail(this.#options.kafka, options, this.#tuning);
  }

  readStream(stream: StreamRef, afterVersion: number, limit: number): Promise<readonly PublicEvent[]> {
    return this.#options.readStream(stream, afterVersion, limit);
  }
}
