import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { samplePublicEvent } from '@svc/event-bus/test-world';
import { createKafkaClient } from '@svc/kafka-client';
import type { KafkaCluster } from '@svc/testing/kafka-cluster';
import { createTopics, GuardedProducer, KafkaEventBus, partitionOf } from '../src/index.js';
import { outgoingMessage } from '../src/messages/kafka-message.js';
import { loadMs } from './fault-length.js';
import { testTopicNames } from './test-kafka.js';
import { TopicContent } from './topic-content.js';

const source = 'bank';
const partitions = 48;
const streamIds = Array.from({ length: 200 }, (_, stream) => `org:demo/account/${stream}`);

export interface PublishingAudit {
  readonly lost: number;
  readonly outOfOrder: number;
}

/** One guarded producer that publishes without a pause, each time to all partitions, and counts what it was told. */
export class PublishingRun {
  readonly #names = testTopicNames().names;
  readonly #producer: GuardedProducer;
  readonly #brokers: readonly string[];
  #running: Promise<void> = Promise.resolve();
  readonly #beganAt = performance.now();
  #isEnding = false;
  /** That an acknowledgement took. */
  #longestPauseMs = 0;
  /** The same of all streams. */
  #acknowledgedVersion = 0;

  private constructor(cluster: KafkaCluster) {
    this.#brokers = cluster.brokers.map(({ endpoint }) => endpoint);
    this.#producer = new GuardedProducer({
      kafka: this.#client('producer'),
      sendWithinMs: 10_000,
      onFailure: () => undefined, // brokers are away by intention
    });
  }

  static async begin(cluster: KafkaCluster): Promise<PublishingRun> {
    const run = new PublishingRun(cluster);
    await createTopics(run.#client('admin'), { names: run.#names, sources: [source], partitions });
    run.#running = run.#publish();
    await run.goesOn();
    return run;
  }

  /** Resolves when so many more sends are acknowledged: it goes on, whatever has happened. */
  async goesOn(sends = 20): Promise<void> {
    const until = this.#acknowledgedVersion + sends;
    while (this.#acknowledgedVersion < until) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Ends when there was enough load, and compares what the topic holds with what was acknowledged. */
  async audit(): Promise<PublishingAudit> {
    await pause(Math.max(0, this.#beganAt + loadMs - performance.now()));
    this.#isEnding = true;
    await this.#running;
    const acknowledged = this.#acknowledgedVersion;
    // With all brokers there: what has come before the end of a stream is all that comes of it.
    await this.#send(acknowledged + 1);
    await this.#producer.close();
    const bus = new KafkaEventBus({
      kafka: this.#client('audit'),
      names: this.#names,
      readStream: () => Promise.resolve([]),
      onForeign: (failure) => {
        throw failure;
      },
    });
    const last = new Map(streamIds.map((streamId) => [streamId, acknowledged + 1]));
    const content = await TopicContent.read(bus, source, last);
    const versions = Array.from({ length: acknowledged }, (_, index) => index + 1);
    const lost = streamIds.reduce((sum, streamId) => sum + content.missing(streamId, versions), 0);
    process.stdout.write(
      `${expect.getState().currentTestName}: ${acknowledged * streamIds.length} acknowledged, ${lost} lost, ${content.repeats} repeated, ` +
        `${content.outOfOrder} out of order; longest pause ${(this.#longestPauseMs / 1_000).toFixed(1)} s\n`,
    );
    return { lost, outOfOrder: content.outOfOrder };
  }

  async #publish(): Promise<void> {
    while (!this.#isEnding) {
      const sentAt = performance.now();
      await this.#send(this.#acknowledgedVersion + 1);
      this.#longestPauseMs = Math.max(this.#longestPauseMs, performance.now() - sentAt);
      this.#acknowledgedVersion += 1;
    }
  }

  #send(streamVersion: number): Promise<void> {
    const topic = this.#names.topicOf(source);
    const messages = streamIds.map((streamId) =>
      outgoingMessage(samplePublicEvent({ source, streamId, streamVersion }), {
        topic,
        partition: partitionOf(streamId, partitions),
      }),
    );
    return this.#producer.publish(messages, new AbortController().signal);
  }

  #client(clientId: string) {
    return createKafkaClient({ clientId, brokers: this.#brokers });
  }
}
