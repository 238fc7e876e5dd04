// What a turn costs, by part: `npm run bench -- turn [--base=<commit>]… [--dbos] [--rounds=3]`, at 1 and 32 conversations at
// once. The reference is a bare Fastify route with the same number of commits; each `--base` is another commit of ours, and
// `--dbos` installs DBOS in a separate folder for the same work. All take short slices in turns, each round in new processes:
// ratios count, not milliseconds. What this commit spends at 32 is compared with turn/budget.json. Linux only.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import '../../test/support/source-loader.mjs';
import { root } from '../workspace/packages.mjs';
import { buildBase } from './compare/base-build.mjs';
import { median } from './compare/comparison.mjs';
import { inTurn } from './compare/variants.mjs';
import { percentile } from './percentiles.mjs';
import { spentMs } from './process-figures.mjs';
import { makeTalkers, signIn } from './talker.mjs';
import { closeConnections, sendForm, turnBody } from './turn-client.mjs';
import { installDbos } from './turn/dbos-route.mjs';

const { StandaloneProcess } = await import('../../test/support/standalone-process.ts');

const options = {
  base: { type: 'string', multiple: true, default: [] },
  dbos: { type: 'boolean', default: false },
  rounds: { type: 'string', default: '3' },
  slices: { type: 'string', default: '4' },
};
const own = 'this commit';
const reference = 'bare route';
const maxAtOnce = 32;
/** Turns: compiled code and grown tables first, then a slice. */
const warmUpTurns = 1_500;
const turnsOfSlice = { 1: 100, [maxAtOnce]: 320 };
const countedTurns = 640;
const parts = ['main', 'others', 'database'];
const columns = ['p50', 'perSecond', ...parts, 'all'];
const titles = { p50: 'p50, ms', perSecond: 'turns/s', main: 'main thread', others: 'other threads' };
const budget = JSON.parse(readFileSync(new URL('./turn/budget.json', import.meta.url), 'utf8'));

/** Prints its tables. @throws Error when a base can't be built, or DBOS not be installed */
export async function run(_onProgress, args = []) {
  const { values } = parseArgs({ args: [...args], options });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-turn-'));
  const bases = [];
  try {
    for (const commit of values.base) bases.push(await buildBase(commit));
    const variants = [
      { name: own, open: openStandalone(root) },
      ...bases.map(({ name, folder: repository }) => ({ name, open: openStandalone(repository) })),
      { name: reference, open: openPeer('bare-route.mjs') },
    ];
    if (values.dbos) {
      const packages = path.join(folder, 'packages');
      mkdirSync(packages);
      installDbos(packages);
      variants.push({ name: 'DBOS', open: openPeer('dbos-route.mjs', packages) });
    }
    const rounds = [];
    for (let round = 0; round < Number(values.rounds); round++)
      rounds.push(
        await measureRound(variants, round, path.join(folder, String(round)), Number(values.slices)),
      );
    for (const atOnce of Object.keys(turnsOfSlice)) console.log(tableOf(variants, rounds, atOnce));
    console.log(budgetOf(rounds));
    for (const { name, repository } of [{ name: own, repository: root }, ...bases.map(asCounted)])
      console.log(`\n${name}, ${maxAtOnce} at once, a turn: ${await countsOf(repository, folder)}`);
  } finally {
    closeConnections();
    for (const base of bases) base.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

const asCounted = ({ name, folder }) => ({ name, repository: folder });

/** @returns variant -> turns at once -> column -> median of the slices */
async function measureRound(variants, round, folder, slices) {
  const hosts = [];
  try {
    for (const { name, open } of inTurn(variants, round))
      hosts.push({ name, ...(await open(path.join(folder, name.replace(' ', '-')))) });
    for (const { steps } of hosts) await takeTurns(steps, warmUpTurns);
    const values = Object.fromEntries(variants.map(({ name }) => [name, {}]));
    for (const [atOnce, turns] of Object.entries(turnsOfSlice)) {
      const measured = Object.fromEntries(variants.map(({ name }) => [name, []]));
      for (let turn = 0; turn < slices; turn++)
        for (const host of inTurn(hosts, turn + round))
          measured[host.name].push(await slice(host, Number(atOnce), turns));
      for (const { name } of variants)
        values[name][atOnce] = Object.fromEntries(
          columns.map((column) => [column, median(measured[name].map((one) => one[column]))]),
        );
    }
    return values;
  } finally {
    for (const { stop } of hosts) await stop();
  }
}

async function slice({ pid, steps }, atOnce, turns) {
  const before = spentMs(pid);
  const { durations, perSecond } = await takeTurns(steps.slice(0, atOnce), turns);
  const after = spentMs(pid);
  const spent = Object.fromEntries(parts.map((part) => [part, (after[part] - before[part]) / turns]));
  const all = parts.reduce((sum, part) => sum + spent[part], 0);
  return { p50: percentile(durations, 0.5), perSecond, ...spent, all };
}

async function takeTurns(steps, turns) {
  const durations = [];
  let left = turns;
  const startedAt = performance.now();
  const worker = async (step) => {
    while (left-- > 0) durations.push(await step());
  };
  await Promise.all(steps.map(worker));
  return { durations, perSecond: (turns * 1_000) / (performance.now() - startedAt) };
}

function openStandalone(repository, env = {}) {
  return async (dataDir) => {
    const standalone = await StandaloneProcess.start({ dataDir, repository, env });
    const credentials = standalone.credentials();
    const administrator = await signIn(`${standalone.baseUrl}/v1/demo`, credentials, credentials.user_id);
    const talkers = await makeTalkers(standalone, maxAtOnce, administrator);
    return {
      pid: standalone.pid,
      steps: talkers.map((talker) => () => talker.turn()),
      stop: () => standalone.stop(),
    };
  };
}

function openPeer(file, packages = '') {
  return async (folder) => {
    const module = pathToFileURL(path.join(import.meta.dirname, 'turn', file)).href;
    mkdirSync(folder, { recursive: true });
    const child = fork(path.join(import.meta.dirname, 'turn/serve-peer.mjs'), [folder, module, packages]);
    const [{ url, token }] = await once(child, 'message');
    const body = turnBody('I would like to make an appointment.');
    const step = async () => {
      const before = performance.now();
      await sendForm(url, token, body);
      return performance.now() - before;
    };
    const stop = async () => {
      child.disconnect();
      await once(child, 'exit');
    };
    return { pid: child.pid, steps: Array.from({ length: maxAtOnce }, () => step), stop };
  };
}

/** What a standalone does in a turn, in a separate run, because counting costs more than what is counted. */
async function countsOf(repository, folder) {
  const file = path.join(folder, 'counts.json');
  const hook = pathToFileURL(path.join(import.meta.dirname, 'turn/count-work.mjs')).href;
  const env = { NODE_OPTIONS: `--import=${hook}`, SVC_BENCH_COUNTS: file };
  const { pid, steps, stop } = await openStandalone(
    repository,
    env,
  )(mkdtempSync(path.join(folder, 'counts-')));
  try {
    await takeTurns(steps, countedTurns);
    await readCounts(pid, file);
    await takeTurns(steps, countedTurns);
    const counts = Object.entries(await readCounts(pid, file));
    return counts
      .map(([name, count]) => `${name} ${Number((count / countedTurns).toPrecision(3))}`)
      .join(', ');
  } finally {
    await stop();
  }
}

async function readCounts(pid, file) {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await delay(20);
  await delay(50);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Milliseconds of processor time a turn, each with its ratio to the reference of the same round. */
function tableOf(variants, rounds, atOnce) {
  const cell = (name, column) => {
    const value = median(rounds.map((round) => round[name][atOnce][column]));
    return `${Number(value.toPrecision(3))} (${ratioOf(rounds, name, atOnce, column).toFixed(2)})`;
  };
  const lines = [
    ['', ...columns.map((column) => titles[column] ?? column)],
    columns.concat('').map(() => '---'),
    ...variants.map(({ name }) => [name, ...columns.map((column) => cell(name, column))]),
  ];
  const head = `\n${atOnce} at once, ${rounds.length} rounds; processor time in ms a turn; ratios to the ${reference}\n\n`;
  return head + lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function ratioOf(rounds, name, atOnce, column) {
  return median(rounds.map((round) => round[name][atOnce][column] / round[reference][atOnce][column]));
}

function budgetOf(rounds) {
  const all = Object.entries(budget).map(([column, most]) => {
    const ratio = ratioOf(rounds, own, maxAtOnce, column);
    return `${titles[column] ?? column} ${ratio.toFixed(1)} of ${most}${ratio > most ? ' OVER' : ''}`;
  });
  return `\nbudget at ${maxAtOnce}, as multiples of the ${reference}: ${all.join(', ')}`;
}
