import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';
import { tierOf } from './sampling.mjs';

export const processorTimeFile = path.join(root, 'test-results/processor-time.jsonl');
const budgetsFile = path.join(root, 'tools/test/budgets.json');
/** Takes about a second on the machine for which the budgets were set. */
const rounds = 95;
const samples = 2;

export const forgetProcessorTime = () => rmSync(processorTimeFile, { force: true });

/** How long this machine takes for a fixed piece of work, in ms of processor time: the minimum of several tries. */
export function referenceTime() {
  const bytes = Buffer.alloc(1024 * 1024, 'reference');
  const tries = Array.from({ length: samples }, () => {
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) {
      createHash('sha256').update(bytes).digest();
      JSON.parse(JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index, text: `${index}` }))));
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...tries);
}

/**
 * What the tests of each lib took, by tier, as a multiple of the reference loop, with its budget.
 * @returns {{ place: string, tier: string, multiple: number, budget: number | undefined }[]} the dearest first
 */
export function processorTimes(reference) {
  if (!existsSync(processorTimeFile)) return [];
  const sums = new Map();
  for (const line of readFileSync(processorTimeFile, 'utf8').trim().split('\n')) {
    const { suite, ms } = JSON.parse(line);
    const key = `${placeOf(suite)} ${tierOf(suite)}`;
    sums.set(key, (sums.get(key) ?? 0) + ms);
  }
  const budgets = JSON.parse(readFileSync(budgetsFile, 'utf8'));
  return [...sums]
    .map(([key, ms]) => {
      const [place, tier] = key.split(' ');
      return { place, tier, multiple: ms / reference, budget: budgets[place]?.[tier] ?? budgets.usual[tier] };
    })
    .sort((one, other) => other.multiple - one.multiple);
}

/** `libs/engine`, `apps/standalone`, `test`, `tools`. */
function placeOf(suite) {
  const [first, second] = suite.split('/');
  return first === 'libs' || first === 'apps' ? `${first}/${second}` : first;
}
