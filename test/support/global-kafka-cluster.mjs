// Jest's global set-up of the kafka-fault tier: that of the fault tier, and three brokers for all of its suites. They find
// the cluster in the folder SVC_TEST_KAFKA_FOLDER (`KafkaCluster.open`), and leave all brokers serving.
import startForFaults from './global-fault.mjs';
import { startTestKafka } from './test-kafka.mjs';

export default async function startWithKafkaCluster(run, project) {
  process.env.SVC_TEST_KAFKA_FOLDER = (await startTestKafka(3)).folder;
  await startForFaults(run, project);
}
