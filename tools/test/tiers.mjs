import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import '../../test/support/source-loader.mjs';
import { whatFuzzingLacks } from '../fuzz/schemathesis.mjs';
import { root } from '../workspace/packages.mjs';
import { authorizationCells } from './authorization-cells.mjs';
import { missingPartsOf } from './missing-parts.mjs';
import { leftOutOf } from './sampling.mjs';
import { step } from './step.mjs';

const { whatBrokersLack } = await import('@svc/testing/kafka-cluster');
const { whatBrowsingLacks } = await import('../../test/browser/chromium.ts');
const whatIsMissing = { whatBrokersLack, whatFuzzingLacks, whatBrowsingLacks };

const results = path.join(root, 'test-results');
/**
 * Integration tests leave one core to their database servers, of which each worker has its own: an open transaction of one
 * test holds the event horizon of all on its server back. Faults are injected into a machine that does nothing else.
 */
const workers = {
  int: Math.min(3, Math.max(1, availableParallelism() - 1)),
  fault: 1,
  kafka: 1,
  'kafka-fault': 1,
};
const usualWorkers = 2;

const missingFor = (tier) =>
  missingPartsOf(tier, { kafkaBrokers: process.env.KAFKA_BROKERS, ...whatIsMissing });

/** Whether this machine has what a tier needs. */
export const canRun = (tier) => missingFor(tier) === undefined;

/**
 * Runs one test tier. One that lacks something on this machine is not run, which is no failure by itself.
 * @returns {{ tier: string, succeeded: boolean, passed: number, failed: number, notRun: string[], cells?: { passed: number, failed: number } }}
 * `cells`: of the authorization matrix, where the tier got as far as a report
 */
export function runTier(tier, { env = {}, jestOptions = [], sample = [] } = {}) {
  const missing = missingFor(tier);
  if (missing)
    return { tier, succeeded: true, passed: 0, failed: 0, notRun: [`${tier}, all of it: ${missing}`] };
  mkdirSync(results, { recursive: true });
  const outputFile = path.join(results, `${tier}.json`);
  rmSync(outputFile, { force: true });
  const jest = [
    process.execPath,
    'tools/test/jest.mjs',
    '--selectProjects',
    tier,
    '--json',
    '--outputFile',
    outputFile,
    '--maxWorkers',
    String(workers[tier] ?? usualWorkers),
  ];
  const succeeded = step(`${tier} tests`, [...jest, '--silent=false', ...jestOptions], {
    env: { SVC_TEST_DATABASE_SERVERS: String(workers[tier] ?? 1), ...env },
  });
  if (!existsSync(outputFile))
    return { tier, succeeded: false, passed: 0, failed: 0, notRun: [`${tier}: all of it`] };
  const report = JSON.parse(readFileSync(outputFile, 'utf8'));
  const notRun = report.testResults.flatMap(({ name, assertionResults, message }) => {
    const file = path.relative(root, name);
    if (assertionResults.length === 0) return [`${file}: ${message.split('\n')[0] || 'no test in it'}`];
    return assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .filter(({ fullName }) => !leftOutOf(sample, { suite: file, fullName }))
      .map(({ fullName }) => `${file}: ${fullName}`);
  });
  return {
    tier,
    succeeded,
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    notRun,
    cells: authorizationCells(report),
  };
}
