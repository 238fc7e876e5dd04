import type { GroupOptions, PublicEvent, BatchHandling, Subscriber } from '@svc/event-bus';
import type { Consumer, Kafka } from 'kafkajs';
import type { EventVerifier } from '../authenticity/event-verifier.js';
import type { OwnTopics } from '../topics/own-topics.js';
import type { TopicNames } from '../topics/topic-names.js';
import { HandlingLanes } from './handling-lanes.js';
import { OffsetCommits } from './offset-commits.js';
import type { PartitionKey, PlacedEvent, RecordPlace } from './partition-events.js';
import { SupervisedConsumer } from './supervised-consumer.js';

export interface ConsumerTuning {
  readonly names: TopicNames;
  /** Batches of one member that are handled concurrently. */
  readonly lanes: number;
  /** Maximum events of a batch. */
  readonly batchSize: number;
  /** Session time-out: the group drops a member after this time without a heartbeat, in ms. */
  readonly sessionMs: number;
  readonly ownTopics: OwnTopics;
  readonly verifier: EventVerifier;
  /** Called with a record on our topics that is not one of our events; it is skipped. */
  readonly onForeign: (error: unknown, place: RecordPlace) => void;
}

/** Handles what owners have published, and nothing else. */
export function handleProven(
  handle: (batch: readonly PublicEvent[], handling: BatchHandling) => Promise<void>,
  { verifier, onForeign }: Pick<ConsumerTuning, 'verifier' | 'onForeign'>,
): (batch: readonly PlacedEvent[], handling: BatchHandling) => Promise<void> {
  return async (batch, handling) => {
    const proven = await verifier.proven(batch, (error, { place }) => onForeign(error, place));
    if (proven.length > 0)
      await handle(
        proven.map(({ event }) => event),
        handling,
      );
  };
}

/** Joins a group of the cluster, whose members share the partitions of the sources' topics. */
export function joinGroup(kafka: Kafka, options: GroupOptions, tuning: ConsumerTuning): Subscriber {
  const { group, sources, handle, onError } = options;
  const reached = new Map<PartitionKey, bigint>();
  let commits: OffsetCommits | undefined;
  const lanes = new HandlingLanes({
    ...tuning,
    handle: handleProven(handle, tuning),
    onError,
    onHandled: (partition, nextOffset) => {
      reached.set(partition, nextOffset);
      commits?.reached(partition, nextOffset);
    },
  });
  const forget = (isLost: (partition: PartitionKey) => boolean) => {
    for (const partition of reached.keys()) if (isLost(partition)) reached.delete(partition);
    commits?.forget(isLost);
  };
  const member = new SupervisedConsumer({
    kafka,
    groupId: tuning.names.groupOf(group),
    names: tuning.names,
    sources,
    lanes,
    confirm: () => tuning.ownTopics.confirm(),
    sessionMs: tuning.sessionMs,
    onSession: (consumer: Consumer) => {
      forget(() => true);
      commits = new OffsetCommits({ consumer, onError, onLost: (error) => member.endSession(error) });
    },
    onAssigned: (partitions) => forget((partition) => !partitions.has(partition)),
    onMissed: () => forget(() => true),
    // Handled events that are not yet committed need not come again to the same member.
    startOf: (partition) => reached.get(partition),
    beforeLeaving: async () => commits?.flush(),
    onForeign: tuning.onForeign,
    onError,
  });
  return member;
}
