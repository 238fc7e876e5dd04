// Jest's global tear-down, the counterpart of `global-kafka.mjs` and `global-kafka-cluster.mjs`.
import stopTestPostgres from './global-postgres-teardown.mjs';

export default async function stopPostgresAndKafka() {
  for (const cluster of globalThis.svcTestClusters ?? []) await cluster.wipe();
  globalThis.svcTestClusters = [];
  await stopTestPostgres();
}
