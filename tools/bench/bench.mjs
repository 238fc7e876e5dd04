// `npm run bench [-- append turn growth load bus webhooks edge]`: the figures of docs/performance.md. Give it a quiet machine.
// `npm run bench -- compare --base=<commit>` compares two commits, `npm run bench -- first-word --base=<commit>` how long
// users wait for the first word and what models are asked, `npm run bench -- judgements` asks a configured model,
// `npm run bench -- enrichment` writes a million values of entities.
// SVC_BENCH_SECONDS (default 15) is the length of a measurement of turns.
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { rateLimitsSentence } from '../../test/support/rate-limits.ts';
import { step } from '../test/step.mjs';

const suites = {
  append: './append.bench.mjs',
  turn: './turn.bench.mjs',
  growth: './growth.bench.mjs',
  load: './load.bench.mjs',
  bus: './bus.bench.mjs',
  webhooks: './webhooks.bench.mjs',
  edge: './edge.bench.mjs',
  compare: './compare.bench.mjs',
  judgements: './judgements.bench.mjs',
  'first-word': './first-word.bench.mjs',
  enrichment: './enrichment.bench.mjs',
};
/** They need another commit as argument, call a model that may cost money, or take half an hour. */
const onlyWhenNamed = new Set(['compare', 'judgements', 'first-word', 'enrichment']);
const [wanted, parameters] = [true, false].map((isName) =>
  process.argv.slice(2).filter((argument) => argument.startsWith('--') !== isName),
);
const unknown = wanted.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}: choose among ${Object.keys(suites).join(', ')}.`);
  process.exit(1);
}
if (!(await step('build', [process.execPath, 'tools/build/build.mjs'], { quiet: true }))) process.exit(1);

const load = () => os.loadavg()[0].toFixed(2);
const model = /model name\s*: (.*)/.exec(safeRead('/proc/cpuinfo'))?.[1] ?? process.arch;
console.log(`\nNode ${process.version}, ${os.cpus().length} cores (${model}), load ${load()} at the start`);
console.log(`${rateLimitsSentence}, where a standalone is measured`);
for (const [name, file] of Object.entries(suites)) {
  if (wanted.length > 0 ? !wanted.includes(name) : onlyWhenNamed.has(name)) continue;
  console.log(`\n── ${name}`);
  const { run } = await import(file);
  await run(({ name: what, value, unit, reference, ratio }) => {
    const beside = reference === undefined ? '' : `; reference ${reference} ${unit}, ratio ${ratio}`;
    console.log(`${what}: ${value} ${unit}${beside}`);
  }, parameters);
}
console.log(`\nload ${load()} at the end`);

function safeRead(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
