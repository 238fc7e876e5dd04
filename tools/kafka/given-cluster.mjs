import '../../test/support/source-loader.mjs';

const { untilKafkaServes } = await import('@svc/testing/kafka-cluster');

const serveWithinMs = 5_000;

/** Says whether the cluster that `KAFKA_BROKERS` names serves. @throws Error with a sentence when it doesn't */
export async function useGivenCluster(given) {
  const brokers = given.split(',').map((broker) => broker.trim());
  await untilKafkaServes({ brokers, size: 1, withinMs: serveWithinMs });
  console.log(`KAFKA_BROKERS names a Kafka that serves (${given}): it is used, and none is started here.
  use one of this machine    unset KAFKA_BROKERS, then npm run kafka`);
}
