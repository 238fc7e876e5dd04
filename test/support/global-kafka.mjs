// Jest's global set-up of the kafka tier: that of the fault tier, and a broker. Tests find its address in
// SVC_TEST_KAFKA_BROKERS, and a system on it. KAFKA_BROKERS names another cluster to use instead.
import startForFaults from './global-fault.mjs';
import { startTestKafka } from './test-kafka.mjs';

export default async function startWithKafka(run, project) {
  process.env.SVC_TEST_KAFKA_BROKERS = process.env.KAFKA_BROKERS || (await startTestKafka(1)).endpoints;
  await startForFaults(run, project);
}
