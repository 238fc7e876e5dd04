// Jest's global set-up of the kafka and distributed tiers: that of the fault tier, and a broker where one can run. Tests find
// its address in SVC_TEST_KAFKA_BROKERS, the variables for its secured listener in SVC_TEST_KAFKA_SECURED, and a system on it.
// KAFKA_BROKERS names another cluster to use instead; then there is no such listener.
import startForFaults from './global-fault.mjs';
import { startTestKafka } from './test-kafka.mjs';

export default async function startWithKafka(run, project) {
  const given = process.env.KAFKA_BROKERS;
  const { endpoints, environment } = given ? { endpoints: given } : ((await startTestKafka(1)) ?? {});
  if (endpoints) process.env.SVC_TEST_KAFKA_BROKERS = endpoints;
  process.env.SVC_TEST_KAFKA_SECURED = environment ? JSON.stringify(environment) : '';
  await startForFaults(run, project);
}
