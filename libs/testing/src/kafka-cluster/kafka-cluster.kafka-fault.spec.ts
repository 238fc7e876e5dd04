import { expect, it } from '@jest/globals';
import { KafkaCluster } from './kafka-cluster.js';

function clusterOfTheRun(): KafkaCluster {
  const cluster = KafkaCluster.open(process.env['SVC_TEST_KAFKA_FOLDER'] ?? '');
  if (!cluster) throw new Error('There is no cluster: run this by the project kafka-fault.');
  return cluster;
}

it('given three brokers, when one is stopped and one is killed, then they join again once they are started', async () => {
  const cluster = clusterOfTheRun();
  const [, second, third] = cluster.brokers;
  await third?.stop(); // with a quorum to hand over to
  await second?.kill();
  expect(cluster.brokers.map(({ pid }) => pid !== undefined)).toEqual([true, false, false]);

  await cluster.start();

  expect(cluster.isRunning).toBe(true);
});
