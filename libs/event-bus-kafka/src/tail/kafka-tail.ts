import { randomUUID } from 'node:crypto';
import { DeliveredVersions, type Tail, type TailOptions } from '@svc/event-bus';
import type { Kafka } from 'kafkajs';
import { handleProven, type ConsumerTuning } from '../consumer/group-member.js';
import { HandlingLanes } from '../consumer/handling-lanes.js';
import type { PartitionKey } from '../consumer/partition-events.js';
import { SupervisedConsumer } from '../consumer/supervised-consumer.js';
import { offsetsNow } from './offsets-now.js';
import { parseTailOffsets, tailOffsets } from './tail-offsets.js';

/**
 * Shows all events to one subscriber. Kafka assigns partitions only to group members, so it is a unique group of one,
 * with its offsets kept here.
 * @throws TypeError when `from` is not a position in these topics
 */
export async function beginTail(
  kafka: Kafka,
  { sources, from, handle, onError }: TailOptions,
  tuning: ConsumerTuning,
): Promise<Tail> {
  const topics = sources.map((source) => tuning.names.topicOf(source));
  const given = typeof from === 'object' ? parseTailOffsets(from.position, topics) : undefined;
  await tuning.ownTopics.confirm();
  const offsets = new Map<PartitionKey, bigint>(
    given ?? (await offsetsNow(kafka, topics, from === 'start' ? 'low' : 'high')),
  );
  const delivered = new DeliveredVersions();
  const lanes = new HandlingLanes({
    ...tuning,
    lanes: 1,
    handle: handleProven(async (batch, handling) => {
      const unseen = delivered.unseen(batch);
      if (unseen.length > 0) await handle(unseen, handling);
      delivered.add(unseen);
    }, tuning),
    onError,
    onHandled: (partition, nextOffset) => void offsets.set(partition, nextOffset),
  });
  const consumer = new SupervisedConsumer({
    kafka,
    groupId: tuning.names.groupOf(`tail.${randomUUID()}`),
    names: tuning.names,
    sources,
    lanes,
    confirm: () => tuning.ownTopics.confirm(),
    sessionMs: tuning.sessionMs,
    onSession: () => undefined,
    onAssigned: () => undefined,
    onMissed: () => undefined,
    startOf: (partition) => offsets.get(partition),
    beforeLeaving: () => Promise.resolve(),
    onForeign: tuning.onForeign,
    onError,
  });
  return {
    get position() {
      return tailOffsets(offsets);
    },
    stop: () => consumer.stop(),
  };
}
