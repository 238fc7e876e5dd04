import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import '../../test/support/source-loader.mjs';
import { root } from '../workspace/packages.mjs';
import { whatPythonLacks } from '../workspace/python-packages.mjs';
import { authorizationCells } from './authorization-cells.mjs';
import { missingPartsOf } from './missing-parts.mjs';
import { processorTimeFile } from './processor-time.mjs';
import { step } from './step.mjs';

const { whatBrokersLack } = await import('@svc/testing/kafka-cluster');
const { whatBrowsingLacks } = await import('../../test/browser/chromium.ts');
const whatIsMissing = { whatBrokersLack, whatPythonLacks, whatBrowsingLacks };

const results = path.join(root, 'test-results');

/** What a tier needs that this machine lacks, in one sentence; undefined: nothing. */
export const missingFor = (tier) =>
  missingPartsOf(tier, { kafkaBrokers: process.env.KAFKA_BROKERS, ...whatIsMissing });

/** Tiers with many files at once; each suite of the others has its own system. */
export const manyAtOnce = ['unit', 'int', 'e2e', 'browser'];

/**
 * Runs tiers together, in one run of Jest.
 * @returns {Promise<{ name: string, succeeded: boolean, passed: number, failed: number,
 *   ran: { suite: string, test: string }[], notRun: { suite: string, test: string }[],
 *   cells: { passed: number, failed: number } }>}
 */
export async function runTiers(tiers, { env = {}, jestOptions = [] } = {}) {
  const name = tiers.join(', ');
  const lack = tiers.map(missingFor).find(Boolean);
  if (lack)
    return { name, succeeded: true, passed: 0, failed: 0, ran: [], notRun: [{ suite: name, test: lack }] };
  const hasMany = tiers.some((tier) => manyAtOnce.includes(tier));
  const workers = hasMany ? availableParallelism() : 1;
  mkdirSync(results, { recursive: true });
  const outputFile = path.join(results, `${tiers.join('-')}.json`);
  rmSync(outputFile, { force: true });
  const jest = [
    ...[process.execPath, 'tools/test/jest.mjs', '--selectProjects', ...tiers],
    ...['--json', '--outputFile', outputFile, '--maxWorkers', `${workers}`, '--silent=false', ...jestOptions],
  ];
  const succeeded = await step(`${name} tests`, jest, {
    env: {
      // Each worker has its own server: an open transaction of one test holds the event horizon of all on it back.
      SVC_TEST_DATABASE_SERVERS: `${workers}`,
      SVC_PROCESSOR_TIME_FILE: processorTimeFile,
      // Tiers of one worker run next to the others, whose first worker has the same number.
      ...(!hasMany && { SVC_TEST_PORT_SHARE: '0' }),
      ...env,
    },
  });
  if (!existsSync(outputFile))
    return {
      name,
      succeeded: false,
      passed: 0,
      failed: 0,
      ran: [],
      notRun: [{ suite: name, test: 'all of it' }],
    };
  const report = JSON.parse(readFileSync(outputFile, 'utf8'));
  const tests = report.testResults.flatMap(({ name: file, assertionResults, message }) => {
    const suite = path.relative(root, file);
    if (assertionResults.length === 0) return [{ suite, test: message.split('\n')[0] || 'no test in it' }];
    return assertionResults.map(({ status, fullName }) => ({
      ...{ suite, test: fullName },
      hasRun: status === 'passed' || status === 'failed',
    }));
  });
  return {
    ...{ name, succeeded },
    ran: tests.filter(({ hasRun }) => hasRun),
    notRun: tests.filter(({ hasRun }) => !hasRun),
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    cells: authorizationCells(report),
  };
}
