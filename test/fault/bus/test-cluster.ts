import { KafkaCluster } from '@svc/testing/kafka-cluster';

/** The brokers of this run, once all serve. */
export async function testCluster(): Promise<KafkaCluster> {
  const cluster = KafkaCluster.open(process.env['SVC_TEST_KAFKA_FOLDER'] ?? '');
  if (!cluster) throw new Error('There is no cluster: run this by the project kafka-fault.');
  for (const broker of cluster.brokers) broker.resume();
  await cluster.start();
  return cluster;
}
