import { expect, it } from '@jest/globals';
import { KafkaCluster } from './kafka-cluster.js';

function clusterOfTheRun(): KafkaCluster {
  const cluster = KafkaCluster.open(process.env['SVC_TEST_KAFKA_FOLDER'] ?? '');
  if (!cluster) throw new Error('There is no cluster: run this by the project kafka-fault.');
  return cluster;
}

it('given three brokers, when one is killed and one is stopped, then they join again once they are started', async () => {
  const cluster = clusterOfTheRun();
  const [, second, third] = cluster.brokers;
  await second?.kill();
  await third?.stop();
  expect(cluster.brokers.map(({ pid }) => pid !== undefined)).toEqual([true, false, false]);

  await cluster.start();

  expect(cluster.isRunning).toBe(true);
});
