/**
 * What a tier needs that this machine lacks, in one sentence; undefined: nothing. The suites of kafka-fault kill brokers,
 * so a cluster that is given is of no use to them.
 * @param {string} tier
 * @param {{ kafkaBrokers: string | undefined } & Record<
 *   'whatBrokersLack' | 'whatFuzzingLacks' | 'whatBrowsingLacks', () => string | undefined>} machine
 */
export function missingPartsOf(tier, { kafkaBrokers, whatBrokersLack, whatFuzzingLacks, whatBrowsingLacks }) {
  if (tier === 'fuzz') return whatFuzzingLacks();
  if (tier === 'browser') return whatBrowsingLacks();
  if (tier === 'kafka-fault') return whatBrokersLack();
  if (tier !== 'kafka' || kafkaBrokers) return undefined;
  const lack = whatBrokersLack();
  return lack && `${lack} Or name a cluster in KAFKA_BROKERS.`;
}
