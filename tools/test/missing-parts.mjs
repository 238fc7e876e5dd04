/**
 * What a tier needs that this machine lacks, in one sentence; undefined: nothing. The suites of kafka-fault kill brokers,
 * so a cluster that is given is of no use to them.
 * @param {string} tier
 * @param {{ kafkaBrokers: string | undefined, whatBrokersLack: () => string | undefined }} machine
 */
export function missingPartsOf(tier, { kafkaBrokers, whatBrokersLack }) {
  if (tier === 'kafka-fault') return whatBrokersLack();
  if (tier !== 'kafka' || kafkaBrokers) return undefined;
  const lack = whatBrokersLack();
  return lack && `${lack} Or name a cluster in KAFKA_BROKERS.`;
}
