import { setTimeout as pause } from 'node:timers/promises';
import kafkajs, { type Consumer, type EachBatchPayload } from 'kafkajs';
import type { TopicNames } from '../topics/topic-names.js';
import { decodeBatch } from './decode-batch.js';
import type { HandlingLanes } from './handling-lanes.js';
import { keyOf, partitionOfKey, type PartitionKey, type RecordPlace } from './partition-events.js';

export interface ConsumerSessionOptions {
  readonly consumer: Consumer;
  readonly names: TopicNames;
  readonly sources: readonly string[];
  readonly lanes: HandlingLanes;
  /** Called with this member's partitions after each rebalance. */
  readonly onAssigned: (partitions: ReadonlySet<PartitionKey>) => void;
  /** Called when the group may have given all partitions to other members. */
  readonly onMissed: () => void;
  /** Start offset of an assigned partition; undefined: the group's committed offset. */
  readonly startOf: (partition: PartitionKey) => bigint | undefined;
  /** Called with each record that is no event; it is skipped. */
  readonly onForeign: (error: unknown, place: RecordPlace) => void;
}

/** After this a batch holds up only its own partitions, which are paused until it is handled. */
const holdUpMs = 2_000;
const heartbeatEveryMs = 500;
/** Above the usual number of partitions, so a broker's whole response is handed over at once. */
const concurrency = 64;

/** One life of a kafkajs consumer, until its end or crash. It hands its batches to the lanes. */
export class ConsumerSession {
  readonly #options: ConsumerSessionOptions;
  readonly #ended = Promise.withResolvers<unknown>();
  readonly #paused = new Set<PartitionKey>();
  #assigned: ReadonlySet<PartitionKey> = new Set();
  #lease: NodeJS.Timeout | undefined;
  #begun: Promise<void> | undefined;
  #isStopping = false;

  constructor(options: ConsumerSessionOptions) {
    this.#options = options;
  }

  /** Resolves with the error when kafkajs has given up, with undefined after `leave`. */
  get ended(): Promise<unknown> {
    return this.#ended.promise;
  }

  /** Resolves when the consumer runs or `leave` was called. @throws what kafkajs throws */
  begin(sessionMs: number): Promise<void> {
    this.#listen(sessionMs);
    this.#begun = this.#begin();
    return this.#begun;
  }

  async #begin(): Promise<void> {
    const { consumer, names, sources } = this.#options;
    const topics = sources.map((source) => names.topicOf(source));
    await consumer.connect();
    if (!this.#isStopping) await consumer.subscribe({ topics, fromBeginning: true });
    // A consumer that runs after `leave` would run for ever.
    if (this.#isStopping) return;
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: concurrency,
      eachBatch: (payload) => this.#take(payload),
    });
  }

  #listen(sessionMs: number): void {
    const { consumer } = this.#options;
    const renewLease = () => {
      clearTimeout(this.#lease);
      this.#lease = setTimeout(() => this.#beMissed(), sessionMs).unref();
    };
    consumer.on(consumer.events.HEARTBEAT, renewLease);
    consumer.on(consumer.events.GROUP_JOIN, ({ payload: { memberAssignment } }) => {
      renewLease();
      const partitions = Object.entries(memberAssignment as Record<string, number[]>).flatMap(([topic, of]) =>
        of.map((partition) => keyOf({ topic, partition })),
      );
      this.#assign(new Set(partitions));
    });
    consumer.on(consumer.events.CRASH, ({ payload: { error } }) => this.#ended.resolve(error));
  }

  /** Ends it as a crash does: another session replaces it. */
  giveUp(error: unknown): void {
    this.#isStopping = true;
    this.#ended.resolve(error);
  }

  /** Takes no new batch; the member stays in its group. */
  takeNoMore(): void {
    this.#isStopping = true;
    this.#pause(this.#assigned);
  }

  /** Leaves the group, so the others need not wait for its time-out. */
  async leave(): Promise<void> {
    this.#isStopping = true;
    await this.#begun?.catch(() => undefined); // whoever has called `begin` was told
    clearTimeout(this.#lease);
    await this.#options.consumer.disconnect().catch(() => undefined); // it may have gone already
    this.#ended.resolve(undefined);
  }

  #assign(partitions: ReadonlySet<PartitionKey>): void {
    const { lanes, onAssigned, startOf } = this.#options;
    this.#assigned = partitions;
    lanes.drop((partition) => !partitions.has(partition));
    onAssigned(partitions);
    this.#resume([...this.#paused].filter((partition) => !partitions.has(partition)));
    for (const partition of partitions) {
      const start = startOf(partition);
      if (start !== undefined) this.#seek(partition, start);
    }
    this.#pause(this.#isStopping ? partitions : [...partitions].filter((partition) => lanes.has(partition)));
  }

  /** After this time without a heartbeat the group gives our partitions to others: drop the current batches. */
  #beMissed(): void {
    const { lanes, onMissed } = this.#options;
    lanes.drop(() => true);
    onMissed();
    if (!this.#isStopping) this.#resume([...this.#paused]);
  }

  async #take(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const place = { topic: batch.topic, partition: batch.partition };
    const key = keyOf(place);
    const { lanes, names, onForeign } = this.#options;
    if (this.#isStopping || !this.#assigned.has(key) || lanes.has(key)) return;
    const events = decodeBatch(names.sourceOf(batch.topic), place, batch.messages, onForeign);
    if (events.length === 0) return payload.resolveOffset(batch.lastOffset());
    const handled = lanes.take(key, events);
    if (await isInTime(handled, () => payload.heartbeat())) {
      if (await handled) payload.resolveOffset(batch.lastOffset());
      return;
    }
    this.#pause([key]);
    void handled.then((isHandled) => {
      if (isHandled) this.#goOn(key, BigInt(batch.lastOffset()) + 1n);
    });
  }

  /** Resumes a paused partition from its handled offset. */
  #goOn(partition: PartitionKey, nextOffset: bigint): void {
    if (this.#isStopping || !this.#assigned.has(partition)) return;
    this.#seek(partition, nextOffset);
    this.#resume([partition]);
  }

  #seek(partition: PartitionKey, offset: bigint): void {
    this.#tell((consumer) => consumer.seek({ ...partitionOfKey(partition), offset: String(offset) }));
  }

  #pause(partitions: Iterable<PartitionKey>): void {
    for (const partition of partitions) {
      this.#paused.add(partition);
      this.#tell((consumer) => consumer.pause([topicPartitions(partition)]));
    }
  }

  #resume(partitions: Iterable<PartitionKey>): void {
    for (const partition of partitions) {
      this.#paused.delete(partition);
      this.#tell((consumer) => consumer.resume([topicPartitions(partition)]));
    }
  }

  /** After a crash kafkajs accepts no calls; another session replaces it. */
  #tell(word: (consumer: Consumer) => void): void {
    try {
      word(this.#options.consumer);
    } catch (error) {
      if (!(error instanceof kafkajs.KafkaJSNonRetriableError)) throw error;
    }
  }
}

function topicPartitions(key: PartitionKey) {
  const { topic, partition } = partitionOfKey(key);
  return { topic, partitions: [partition] };
}

/** Waits for a batch while sending heartbeats. @returns false when other partitions should no longer wait for it */
async function isInTime(handled: Promise<boolean>, heartbeat: () => Promise<void>): Promise<boolean> {
  const settled = handled.then(() => true);
  for (let waitedMs = 0; waitedMs < holdUpMs; waitedMs += heartbeatEveryMs) {
    const late = new AbortController();
    const isSettled = await Promise.race([
      settled,
      pause(heartbeatEveryMs, false, { signal: late.signal }).catch(() => false),
    ]);
    late.abort();
    if (isSettled) return true;
    try {
      await heartbeat();
    } catch {
      return false; // the group agrees again; kafkajs finds out by its own sign of life
    }
  }
  return false;
}
