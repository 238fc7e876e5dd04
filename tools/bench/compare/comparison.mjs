// What rounds of two commits say about each other: medians, and how far they can be trusted.

/** Of the interval: the middle 90 % of what the same rounds, drawn with replacement, could have said. */
const draws = 2_000;
const tail = 0.05;

export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The same each time (mulberry32). */
function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns {{ median: number, low: number, high: number }} the median and its interval, over rounds */
export function withInterval(values) {
  const random = seededRandom(values.length);
  const drawn = Array.from({ length: draws }, () =>
    median(values.map(() => values[Math.floor(random() * values.length)])),
  ).sort((one, other) => one - other);
  return {
    median: median(values),
    low: drawn[Math.floor(draws * tail)],
    high: drawn[Math.floor(draws * (1 - tail)) - 1],
  };
}

/**
 * One figure of all rounds. Each round measured the base, the base once more as a process of its own, and the head: what
 * the base differs from itself is what the method can't tell apart.
 * @param {{ name: string, unit: string, atMost?: number, atLeast?: number, isDifference?: boolean }} figure bounds of
 *   head / base, or of head − base when it is a difference
 * @param {readonly { base: number, again: number, head: number }[]} rounds
 */
export function compareRounds(figure, rounds) {
  const compared = (one, other) => (figure.isDifference ? one - other : one / other);
  const change = withInterval(rounds.map(({ base, head }) => compared(head, base)));
  return {
    ...figure,
    base: median(rounds.map(({ base }) => base)),
    head: median(rounds.map(({ head }) => head)),
    change,
    noise: withInterval(rounds.map(({ base, again }) => compared(again, base))),
    isWithin: change.median <= (figure.atMost ?? Infinity) && change.median >= (figure.atLeast ?? -Infinity),
  };
}

const digits = (value) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();

function inWords({ median: middle, low, high }, { isDifference, unit }) {
  if (!isDifference) return `${middle.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
  const signed = (value) => `${value < 0 ? '−' : '+'}${digits(Math.abs(value))}`;
  return `${signed(middle)} ${unit} [${signed(low)}, ${signed(high)}]`;
}

function boundInWords({ atMost, atLeast, isDifference, unit, isWithin }) {
  const bound = atMost === undefined ? atLeast : atMost;
  if (bound === undefined) return '';
  const value = isDifference ? `+${bound} ${unit}` : bound;
  return `${atMost === undefined ? '≥' : '≤'} ${value}: ${isWithin ? 'yes' : 'NO'}`;
}

/** @returns {string} a table in Markdown, one line for each comparison */
export function tableOf(comparisons) {
  const rows = [
    ['figure', 'base', 'head', 'head to base [90 %]', 'base to itself [90 %]', 'bound'],
    ['---', '---', '---', '---', '---', '---'],
    ...comparisons.map((row) => [
      row.name,
      `${digits(row.base)} ${row.unit}`,
      `${digits(row.head)} ${row.unit}`,
      inWords(row.change, row),
      inWords(row.noise, row),
      boundInWords(row),
    ]),
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
