import type { GroupOptions, Subscriber } from '@svc/event-bus';
import type { Consumer, Kafka } from 'kafkajs';
import type { TopicNames } from '../topics/topic-names.js';
import { HandlingLanes } from './handling-lanes.js';
import { OffsetCommits } from './offset-commits.js';
import type { PartitionKey } from './partition-events.js';
import { SupervisedConsumer } from './supervised-consumer.js';

export interface ConsumerTuning {
  readonly names: TopicNames;
  /** Batches of one member that are handled concurrently. */
  readonly lanes: number;
  /** Maximum events of a batch. */
  readonly batchSize: number;
  /** Session time-out: the group drops a member after this time without a heartbeat, in ms. */
  readonly sessionMs: number;
  /** Called with a record on our topics that is not one of our events; it is skipped. */
  readonly onForeign: (error: unknown, place: { topic: string; partition: number; offset: string }) => void;
}

/** Joins a group of the cluster, whose members share the partitions of the sources' topics. */
export function joinGroup(kafka: Kafka, options: GroupOptions, tuning: ConsumerTuning): Subscriber {
  const { group, sources, handle, onError } = options;
  const reached = new Map<PartitionKey, bigint>();
  let commits: OffsetCommits | undefined;
  const lanes = new HandlingLanes({
    ...tuning,
    handle,
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
  return new SupervisedConsumer({
    kafka,
    groupId: tuning.names.groupOf(group),
    names: tuning.names,
    sources,
    lanes,
    sessionMs: tuning.sessionMs,
    onSession: (consumer: Consumer) => {
      forget(() => true);
      commits = new OffsetCommits(consumer, (error) => onError(error, { retryInMs: 0 }));
    },
    onAssigned: (partitions) => forget((partition) => !partitions.has(partition)),
    onMissed: () => forget(() => true),
    // Handled events that are not yet committed need not come again to the same member.
    startOf: (partition) => reached.get(partition),
    beforeLeaving: async () => commits?.flush(),
    onForeign: tuning.onForeign,
    onError,
  });
}
