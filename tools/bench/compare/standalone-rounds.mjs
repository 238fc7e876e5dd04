// Starts, memory and turns of whole standalones, each on its own embedded database.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import '../../../test/support/source-loader.mjs';
import { loop, percentile } from '../percentiles.mjs';
import { processorMs, residentBytes } from '../process-figures.mjs';
import { makeTalkers, signIn } from '../talker.mjs';
import { median } from './comparison.mjs';
import { inTurn } from './variants.mjs';

const { StandaloneProcess } = await import('../../../test/support/standalone-process.ts');

/** After a start: connections that were needed once are closed, and garbage of the start is collected. */
const settleMs = 2_000;
const warmUpMs = 3_000;
const talkersOf = { one: 1, many: 32 };

export const startFigures = [
  { name: 'start until ready', unit: 'ms', key: 'startMs', atMost: 200, isDifference: true },
  { name: 'memory of Node when idle', unit: 'MB', key: 'idleMb', atMost: 20, isDifference: true },
];
export const turnFigures = [
  { name: 'turn over HTTP, 1 conversation, p50', unit: 'ms', key: 'one p50', atMost: 1.05 },
  { name: 'turn over HTTP, 32 conversations, p50', unit: 'ms', key: 'many p50', atMost: 1.05 },
  { name: 'turns per second, 1 conversation', unit: '/s', key: 'one perSecond', atLeast: 0.95 },
  { name: 'turns per second, 32 conversations', unit: '/s', key: 'many perSecond', atLeast: 0.95 },
  { name: 'server CPU per turn, 1 conversation', unit: 'ms', key: 'one processorMs' },
  { name: 'server CPU per turn, 32 conversations', unit: 'ms', key: 'many processorMs' },
];

const dataDirOf = (folder, { name }) => path.join(folder, `data-${name}`);
const startOf = (folder, variant) =>
  StandaloneProcess.start({
    dataDir: dataDirOf(folder, variant),
    repository: variant.repository,
    env: variant.environment,
  });

/** The first start creates the database. Only later starts are compared. */
export async function makeDatabases(variants, folder) {
  for (const variant of variants) await (await startOf(folder, variant)).stop();
}

/** One start of each variant while nothing else runs. @returns variant -> key of a figure -> value */
export async function measureStarts(variants, round, folder) {
  const values = {};
  for (const variant of inTurn(variants, round)) {
    const standalone = await startOf(folder, variant);
    await delay(settleMs);
    values[variant.name] = { startMs: standalone.readyMs, idleMb: residentBytes(standalone.pid) / 2 ** 20 };
    await standalone.stop();
  }
  return values;
}

/**
 * All of them run; one takes turns while the others wait.
 * @returns variant -> key of a figure -> value, the median of the slices
 */
export async function measureTurns(variants, round, folder, { slices, sliceMs }) {
  const hosts = [];
  try {
    for (const variant of inTurn(variants, round)) hosts.push(await openHost(variant, folder));
    for (const host of hosts) await loop(8, warmUpMs, stepsOf(host));
    const values = {};
    for (const [phase, talkers] of Object.entries(talkersOf)) {
      const measured = Object.fromEntries(variants.map(({ name }) => [name, []]));
      for (let turn = 0; turn < slices; turn++)
        for (const host of inTurn(hosts, turn)) measured[host.name].push(await slice(host, talkers, sliceMs));
      for (const { name } of variants)
        for (const key of ['p50', 'perSecond', 'processorMs'])
          (values[name] ??= {})[`${phase} ${key}`] = median(measured[name].map((one) => one[key]));
    }
    return values;
  } finally {
    for (const { standalone } of hosts) await standalone.stop();
  }
}

async function openHost(variant, folder) {
  const standalone = await startOf(folder, variant);
  const credentials = standalone.credentials();
  const administrator = await signIn(`${standalone.baseUrl}/v1/demo`, credentials, credentials.user_id);
  return {
    name: variant.name,
    standalone,
    talkers: await makeTalkers(standalone, talkersOf.many, administrator),
  };
}

const stepsOf =
  ({ talkers }) =>
  (index) =>
  () =>
    talkers[index].turn();

async function slice(host, talkers, sliceMs) {
  const before = processorMs(host.standalone.pid);
  const { durations, perSecond } = await loop(talkers, sliceMs, stepsOf(host));
  return {
    p50: percentile(durations, 0.5),
    perSecond,
    processorMs: (processorMs(host.standalone.pid) - before) / durations.length,
  };
}
