import fc from 'fast-check';
import { RE2JS } from 're2js';
import { patternCost } from './cost.js';
import { compilePattern, highestCost } from './pattern.js';
import { tokensOf } from './tokens.js';

/** Types of the agent's actions, which a caller of the Classic interface filters by such a pattern. */
const types = [
  'select-dynamic-behavior-completed',
  'check-if-active-memory-needed-completed',
  'navigate-state-machine-action-state-action-selected',
  'navigate-state-machine-decision-state-decision-started',
  'navigate-state-machine-exit-condition-selected',
  'tool-call-started',
  'tool-call-ended',
  'tool-call-failed',
  'engage-user-message-started',
  'action-too-long',
];
const longest = 256;

/** Pieces that two parsers of patterns are most likely to read differently. */
const pieces = [
  ...[
    'a',
    'tool',
    '-',
    '.',
    '.?',
    '.*',
    '(',
    '(?:',
    '(?i)',
    '(?i:',
    '(?P<n>',
    '(?<m>',
    ')',
    '|',
    '^',
    '$',
    '\n',
  ],
  ...[
    '?',
    '*',
    '+',
    '*?',
    '{2}',
    '{0}',
    '{0,3}',
    '{3,}',
    '{1,30}',
    '{1000}',
    '{01}',
    '{,3}',
    '{',
    '}',
    '{123456789}',
  ],
  ...[
    '[a-z]',
    '[^a]',
    '[]a]',
    '[](]',
    '[^]a]',
    '[[:alpha:]]',
    '[a-',
    '[[:',
    ':]',
    ']',
    '[\\]]',
    '[a-\\x{1e943}]',
    '-😀',
  ],
  ...[
    '\\pL',
    '\\p{Greek}',
    '\\PN',
    '\\d',
    '\\b',
    '\\Q',
    '\\Qa(b\\E',
    '\\E',
    '\\x41',
    '\\x{41}',
    '\\101',
    '\\',
    '\\\\',
  ],
  ...['(?=', '(?<!', '(?s-i)', '(?'],
];
/** Rarely a valid pattern. */
const jumbles = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
/** Always a valid pattern, unless nested counts exceed a thousand. */
const { nested } = fc.letrec<{ nested: string }>((tie) => ({
  nested: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom(
      '',
      'a',
      'b',
      'tool',
      '.',
      '[a-z]',
      '[^a]',
      '\\d',
      '\\pL',
      '\\b',
      '^',
      '$',
      '\\Q+\\E',
      '\\x{1f600}',
    ),
    fc.tuple(tie('nested'), tie('nested')).map(([one, other]) => one + other),
    fc.tuple(tie('nested'), tie('nested')).map(([one, other]) => `${one}|${other}`),
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?s-i:'), tie('nested'))
      .map(([open, inner]) => `${open}${inner})`),
    fc
      .tuple(
        tie('nested'),
        fc.constantFrom('?', '*', '+', '??', '{0}', '{2}', '{3,}', '{2,9}', '{0,40}(?i){3}'),
      )
      .map(([inner, repeat]) => `(?:${inner})${repeat}`),
  ),
}));
const patterns = fc.oneof(jumbles, nested).filter((pattern) => pattern.length <= longest);

/** Undefined if RE2 rejects the pattern. */
function compiledSize(pattern: string): number | undefined {
  try {
    return RE2JS.compile(pattern).programSize();
  } catch {
    return undefined;
  }
}

function costOf(pattern: string): number | undefined {
  const tokens = tokensOf(pattern);
  return tokens && patternCost(tokens);
}

describe('the cost of a pattern', () => {
  it('is an upper bound of the compiled program, and exists for each pattern that compiles', () => {
    fc.assert(
      fc.property(patterns, (pattern) => {
        // Larger ones take too long to compile for a test.
        const cost = costOf(pattern);
        if (cost !== undefined && cost > 20_000) return;
        const size = compiledSize(pattern);
        if (size !== undefined) expect(cost).toBeGreaterThanOrEqual(size);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['(a{9}){9}', 1 + 81 + 2 + 9 * 2],
    ['x{1000}', 1_002],
  ])('multiplies counts that stand in one another: %s', (pattern, expected) => {
    expect(costOf(pattern)).toBeLessThanOrEqual(expected + 2);
    expect(costOf(pattern)).toBeGreaterThanOrEqual(compiledSize(pattern) ?? 0);
  });
});

describe('a pattern that is accepted', () => {
  it('never exceeds the permitted work', () => {
    fc.assert(
      fc.property(patterns, (pattern) => {
        if (typeof compilePattern(pattern) === 'string') return;
        expect(compiledSize(pattern)).toBeLessThanOrEqual(highestCost);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    '^.*$',
    '^$',
    '',
    'tool',
    '^tool-call-(started|ended)$',
    '(?i)^Navigate',
    '^[a-z]{3,20}(-[a-z]+){2,8}$',
    '[[:alpha:]-]+',
    '^\\p{L}+-',
    '\\bcall\\b',
    '^(?P<first>[^-]+)-',
    '^.{0,100}$',
    '\\Q.*\\E|ended$',
  ])('is an ordinary one: %s', (pattern) => {
    const matches = compilePattern(pattern);
    if (typeof matches === 'string') throw new Error(matches);
    const expression = RE2JS.compile(pattern);
    expect(types.filter(matches)).toEqual(types.filter((type) => expression.matcher(type).find()));
  });
});

describe('a pattern that is refused', () => {
  it.each([
    '(?:.?){1000}'.repeat(21),
    '.{0,1000}'.repeat(28),
    '((.*){2}){500}',
    'x{1000}',
    '(x{10}){100}',
    'x{10}(?i){10}(?i){10}',
    '\\pL'.repeat(80),
    `[${'\\pL'.repeat(80)}]`,
    `(?i)[${'B-\u{1e942}'.repeat(40)}]`,
    `(?i)${'[B-\\x{1e942}]'.repeat(15)}`,
    '^(?!x{1000})',
    `^${'(?!.{0,30})'.repeat(20)}`,
  ])('is too large: %s', (pattern) => {
    expect(compilePattern(pattern)).toBe('too_large');
  });

  it.each([
    '(',
    ')',
    'a)(b',
    '*',
    'a**',
    '[a',
    '\\',
    '(a)\\1',
    '(?=a)',
    '(?<=a)b',
    '(?<!a)b',
    'x{2,1}',
    '(?x)a',
  ])('is not one of RE2: %s', (pattern) => {
    expect(compilePattern(pattern)).toBe('not_a_pattern');
  });

  it.each([
    'a(?!b)',
    '(?!a)',
    '^a(?!b)',
    '^(a(?!b))',
    '^(?!a)b|c',
    '^(?!a(?!b))',
    '^(?!a)*',
    '^(?!a',
    '^(?!a)b)(c',
  ])('looks ahead elsewhere than at its beginning: %s', (pattern) => {
    expect(compilePattern(pattern)).toBe('not_a_pattern');
  });
});

describe('what a pattern excludes', () => {
  const excluded = fc.constantFrom(
    'tool-call',
    'tool|state',
    '.*state.*',
    'action-too-long$',
    'n[aeiou]v',
    '[^-]+-d',
    '',
  );
  const rest = fc.constantFrom(
    '',
    '.*$',
    '$',
    '[a-z]*-state',
    '(tool|navigate)',
    '.*(-started|-ended)$',
    '.{10,40}$',
  );

  it('is what a regular expression with look-ahead excludes', () => {
    fc.assert(
      fc.property(fc.array(excluded, { minLength: 1, maxLength: 3 }), rest, (parts, end) => {
        const pattern = `^${parts.map((part) => `(?!${part})`).join('')}${end}`;
        const matches = compilePattern(pattern);
        if (typeof matches === 'string') throw new Error(`${pattern}: ${matches}`);
        const reference = new RegExp(pattern);
        expect(types.filter(matches)).toEqual(types.filter((type) => reference.test(type)));
      }),
    );
  });

  it('may hold escaped brackets', () => {
    const matches = compilePattern('^(?![)(]|\\)|\\Q(?!\\E|tool).*$');
    if (typeof matches === 'string') throw new Error(matches);
    expect([matches('tool-call'), matches(')'), matches('(?!'), matches('call')]).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
