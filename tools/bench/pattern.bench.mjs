// What the costliest pattern of a caller takes (`current_agent_action_type`: compiled, and judged for all types of
// actions): starts from attacks that were found, changes the worst ones at random, and keeps what takes longer.
// Usage: node tools/bench/pattern.bench.mjs. SVC_BENCH_SECONDS (default 15) lengthens or shortens the search.
import { pathToFileURL } from 'node:url';
import '../../test/support/source-loader.mjs';

const { compilePattern } = await import('../../libs/gateway/src/pattern/pattern.ts');
const { actionTypes } = await import('../../libs/gateway/src/classic/conversation/action-types.ts');

const seconds = Number(process.env.SVC_BENCH_SECONDS ?? 15);
const longestPattern = 256;
/** The worst ones so far, which the next ones are made of. */
const survivors = 40;

const attacks = [
  ...[
    '(?:.?){240}',
    '(?:.?.?){120}$',
    '((.*){2}){50}',
    '(.*.*){80}',
    '.{0,240}',
    '(?:(?:.?){10}-?){20}$',
    '(a*)*',
  ],
  ...[
    '.*'.repeat(120),
    '.?'.repeat(120),
    '(.*)'.repeat(60),
    '(a|b)'.repeat(50),
    '(|)'.repeat(60),
    'x{490}',
    '\\pL{400}',
  ],
  ...[
    '[\\pL\\pL\\pL\\pL\\pL\\pL\\pL]{200}',
    `(?i)[${'\\PL'.repeat(18)}]`,
    '(?i)\\pL\\pN\\pP\\pS\\PL\\PN\\PP\\PS',
    '(?i)[A-z]'.repeat(28),
  ],
  ...[
    '(?i)[B-\\x{7fff}]',
    '(?i)[B-\u{e000}]',
    `(?i)[${'A-z'.repeat(70)}]`,
    '^(?!(?:.?){200}x)(?:.?){40}',
    `^${'(?!.*x)'.repeat(20)}.*$`,
  ],
  ...[
    '^(?:\\pL|\\pN|\\pP){30}$',
    '(?:\\pL?\\pN?){50}',
    '(a|ab|abc|abcd){30}',
    '(?:\\b.?\\B?){90}',
    '(.|(.|(.|(.|.)*)*)*)*',
  ],
];
const pieces = [
  ...[
    '.',
    '.?',
    '.*',
    '(?:.?){30}',
    '[a-z]?',
    '[^a]*',
    '-?',
    'a',
    '(',
    '(?:',
    ')',
    ')',
    '|',
    '^',
    '$',
    '\\b',
    '(?i)',
    '(?s)',
  ],
  ...[
    '{2}',
    '{10}',
    '{0,30}',
    '{3,}',
    '?',
    '*',
    '+',
    '*?',
    '\\pL',
    '\\PN',
    '[\\pL\\pN]',
    '(?i:[B-\\x{2000}])',
    '(?!',
    'navigate',
  ],
];

let state = 1;
/** The same search each time (mulberry32), from 0 to `below` - 1. */
function random(below) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
}

/** @returns ms, the shortest of some tries: what the machine did beside does not count */
function timeOf(pattern, tries) {
  let shortest = Infinity;
  for (let index = 0; index < tries; index++) {
    const before = performance.now();
    const matches = compilePattern(pattern);
    if (typeof matches !== 'string') for (const type of actionTypes) matches(type);
    shortest = Math.min(shortest, performance.now() - before);
  }
  return shortest;
}

function changed(pattern, other) {
  const at = random(pattern.length + 1);
  const end = at + random(pattern.length - at + 1);
  const piece = pieces[random(pieces.length)];
  const changes = [
    () => pattern.slice(0, at) + piece + pattern.slice(at),
    () => pattern.slice(0, at) + pattern.slice(end),
    () => `${pattern.slice(0, at)}(?:${pattern.slice(at, end)})${piece}${pattern.slice(end)}`,
    () => pattern.slice(0, end) + pattern.slice(at),
    () => pattern.slice(0, at) + other.slice(random(other.length)),
    () => pattern.replace(/\d+/, (count) => String(Math.max(0, Number(count) + random(41) - 20))),
  ];
  return changes[random(changes.length)]().slice(0, longestPattern);
}

/** @returns {Promise<{ name: string, value: number, unit: string }[]>} */
export async function run(onProgress = () => {}) {
  let worst = attacks.map((pattern) => ({ pattern, ms: timeOf(pattern, 3) }));
  const endsAt = performance.now() + seconds * 1_000;
  let tried = 0;
  while (performance.now() < endsAt) {
    const pattern = changed(worst[random(worst.length)].pattern, worst[random(worst.length)].pattern);
    tried++;
    const ms = timeOf(pattern, 3);
    if (worst.length === survivors && ms <= worst.at(-1).ms) continue;
    if (worst.some((known) => known.pattern === pattern)) continue;
    worst = [...worst, { pattern, ms }].sort((one, other) => other.ms - one.ms).slice(0, survivors);
  }
  // Again, since among many tries some were measured at a bad moment.
  const confirmed = worst
    .map(({ pattern }) => ({ pattern, ms: timeOf(pattern, 20) }))
    .sort((one, other) => other.ms - one.ms);
  const { pattern, ms } = confirmed[0];
  const row = {
    name: `costliest of ${tried} patterns: ${pattern}`,
    value: Number(ms.toPrecision(3)),
    unit: 'ms',
  };
  onProgress(row);
  return [row];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await run(({ name, value, unit }) => console.log(`${name}: ${value} ${unit}`));
