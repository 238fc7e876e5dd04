import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { samplePublicEvent } from '@svc/event-bus/test-world';
import { createKafkaClient } from '@svc/kafka-client';
import type { KafkaBroker, KafkaCluster } from '@svc/testing/kafka-cluster';
import { createTopics, GuardedProducer, KafkaEventBus, partitionOf } from '../src/index.js';
import { EventSigner } from '../src/authenticity/event-proof.js';
import { outgoingMessage } from '../src/messages/kafka-message.js';
import { betweenSendsMs, loadMs } from './fault-length.js';
import { testKeysOf, testSigningKey, testTopicNames } from './test-kafka.js';
import { TopicContent } from './topic-content.js';

const source = 'bank';
const partitions = 48;
const allStreamIds = Array.from({ length: 100 }, (_, stream) => `org:demo/account/${stream}`);

/** With a private event between two public ones: a hash that follows its predecessor's would be computed again. */
const versionOf = (send: number): number => 2 * send;

export interface PublishingAudit {
  readonly lost: number;
  readonly outOfOrder: number;
}

/** Maximum time without an acknowledgement, in ms: detection of a lost leader, and some retries. */
const goesOnWithinMs = 120_000;

const sendWithinMs = 10_000;
/** A suspended broker is skipped after this: a new producer may meet it twice within the time of a send. */
const answerWithinMs = 3_000;

export interface PublishingOptions {
  /** Only to partitions that this broker leads when the run begins. Default: to all. */
  readonly ledBy?: KafkaBroker | undefined;
}

/** A guarded producer that publishes to all its partitions again and again, and counts acknowledgements. */
export class PublishingRun {
  readonly #names = testTopicNames().names;
  readonly #signer = new EventSigner(this.#names.installation, testSigningKey);
  #streamIds = allStreamIds;
  readonly #producer: GuardedProducer;
  readonly #brokers: readonly string[];
  #running: Promise<void> = Promise.resolve();
  readonly #beganAt = performance.now();
  #isEnding = false;
  #lastFailure: unknown;
  /** Maximum time of an acknowledgement. */
  #maxPauseMs = 0;
  /** The same of all streams. */
  #acknowledgedVersion = 0;

  private constructor(cluster: KafkaCluster) {
    this.#brokers = cluster.brokers.map(({ endpoint }) => endpoint);
    this.#producer = new GuardedProducer({
      kafka: this.#client('producer'),
      sendWithinMs,
      onError: (error) => (this.#lastFailure = error), // brokers are away by intention
    });
  }

  static async begin(cluster: KafkaCluster, { ledBy }: PublishingOptions = {}): Promise<PublishingRun> {
    const run = new PublishingRun(cluster);
    await createTopics(run.#client('admin'), { names: run.#names, sources: [source], partitions });
    if (ledBy) await run.#keepStreamsOf(ledBy);
    run.#running = run.#publish();
    await run.goesOn();
    return run;
  }

  /** Resolves when this many more sends are acknowledged. */
  async goesOn(sends = 20): Promise<void> {
    const until = this.#acknowledgedVersion + sends;
    const giveUpAt = performance.now() + goesOnWithinMs;
    while (this.#acknowledgedVersion < until) {
      if (performance.now() > giveUpAt)
        throw new Error(`Nothing is acknowledged any more: ${String(this.#lastFailure)}`);
      await pause(5);
    }
  }

  /** Ends after the minimum load, and compares the topic with the acknowledgements. */
  async audit(): Promise<PublishingAudit> {
    await pause(Math.max(0, this.#beganAt + loadMs - performance.now()));
    this.#isEnding = true;
    await this.#running;
    const acknowledged = this.#acknowledgedVersion;
    // With all brokers up: no record of a stream comes after its end.
    await this.#send(acknowledged + 1);
    await this.#producer.close();
    const bus = new KafkaEventBus({
      kafka: this.#client('audit'),
      names: this.#names,
      keysOf: testKeysOf,
      readStream: () => Promise.resolve([]),
      onForeign: (error) => {
        throw error;
      },
    });
    const last = new Map(this.#streamIds.map((streamId) => [streamId, versionOf(acknowledged + 1)]));
    const content = await TopicContent.read(bus, source, last);
    const versions = Array.from({ length: acknowledged }, (_, index) => versionOf(index + 1));
    const lost = this.#streamIds.reduce((sum, streamId) => sum + content.missing(streamId, versions), 0);
    process.stdout.write(
      `${expect.getState().currentTestName}: ${acknowledged * this.#streamIds.length} acknowledged, ${lost} lost, ${content.repeats} repeated, ` +
        `${content.outOfOrder} out of order; longest pause ${(this.#maxPauseMs / 1_000).toFixed(1)} s\n`,
    );
    return { lost, outOfOrder: content.outOfOrder };
  }

  async #keepStreamsOf({ id }: KafkaBroker): Promise<void> {
    const admin = this.#client('admin').admin();
    await admin.connect();
    const { topics } = await admin.fetchTopicMetadata({ topics: [this.#names.topicOf(source)] });
    await admin.disconnect();
    const led = topics.flatMap((topic) => topic.partitions).filter(({ leader }) => leader === id);
    const ids = new Set(led.map(({ partitionId }) => partitionId));
    this.#streamIds = allStreamIds.filter((streamId) => ids.has(partitionOf(streamId, partitions)));
  }

  async #publish(): Promise<void> {
    while (!this.#isEnding) {
      const sentAt = performance.now();
      await this.#send(this.#acknowledgedVersion + 1);
      this.#maxPauseMs = Math.max(this.#maxPauseMs, performance.now() - sentAt);
      this.#acknowledgedVersion += 1;
      await pause(betweenSendsMs);
    }
  }

  #send(send: number): Promise<void> {
    const streamVersion = versionOf(send);
    const topic = this.#names.topicOf(source);
    const messages = this.#streamIds.map((streamId) =>
      outgoingMessage(
        samplePublicEvent({ source, streamId, streamVersion, previousVersion: streamVersion - 2 }),
        { topic, partition: partitionOf(streamId, partitions) },
        this.#signer,
      ),
    );
    return this.#producer.publish(messages, new AbortController().signal);
  }

  #client(clientId: string) {
    return createKafkaClient({ clientId, brokers: this.#brokers, answerWithinMs });
  }
}
