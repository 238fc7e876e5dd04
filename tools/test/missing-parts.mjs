/**
 * What a tier needs that this machine lacks, in one sentence; undefined: nothing. The suites of kafka-fault kill brokers,
 * so a cluster that is given is of no use to them.
 * @param {string} tier
 * @param {{ kafkaBrokers: string | undefined } & Record<
 *   'whatBrokersLack' | 'whatPythonLacks' | 'whatBrowsingLacks', () => string | undefined>} machine
 */
export function missingPartsOf(tier, { kafkaBrokers, whatBrokersLack, whatPythonLacks, whatBrowsingLacks }) {
  if (tier === 'fuzz') return whatPythonLacks();
  // OpenAPI Generator takes the Java that brokers do.
  if (tier === 'clients') return whatPythonLacks() ?? whatBrokersLack();
  if (tier === 'browser') return whatBrowsingLacks();
  if (tier === 'kafka-fault') return whatBrokersLack();
  if (tier !== 'kafka' || kafkaBrokers) return undefined;
  const lack = whatBrokersLack();
  return lack && `${lack} Or name a cluster in KAFKA_BROKERS.`;
}
