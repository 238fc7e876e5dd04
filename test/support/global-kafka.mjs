// Jest's global set-up of the kafka tier: the Postgres of the other tiers, and one broker, whose address the tests find
// in SVC_TEST_KAFKA_BROKERS. KAFKA_BROKERS names another cluster to use instead.
import startTestPostgres from './global-postgres.mjs';
import { startTestKafka } from './test-kafka.mjs';

export default async function startPostgresAndKafka() {
  await startTestPostgres();
  process.env.SVC_TEST_KAFKA_BROKERS = process.env.KAFKA_BROKERS || (await startTestKafka(1)).endpoints;
}
