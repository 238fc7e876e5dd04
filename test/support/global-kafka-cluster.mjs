// Jest's global set-up of the kafka-fault tier: the Postgres of the other tiers, and three brokers for all of its suites.
// They find the cluster in the folder SVC_TEST_KAFKA_FOLDER (`KafkaCluster.open`), and leave all brokers serving.
import startTestPostgres from './global-postgres.mjs';
import { startTestKafka } from './test-kafka.mjs';

export default async function startPostgresAndKafkaCluster() {
  await startTestPostgres();
  process.env.SVC_TEST_KAFKA_FOLDER = (await startTestKafka(3)).folder;
}
