import { expect, it } from '@jest/globals';
import { jestOptionsFor, leftOutOf, sampleOf, unknownCases } from './sampling.mjs';

const crash = 'test/fault/crash.fault.spec.ts';
const rows = [
  { promises: ['kept'], cases: ['node', 'server', 'both'].map((test) => ({ suite: crash, test })) },
  {
    promises: ['told'],
    cases: [{ suite: 'test/fault/bus.kafka-fault.spec.ts' }, { suite: 'test/fault/hooks.fault.spec.ts' }],
  },
];
const tiers = ['fault', 'kafka-fault'];
const chosenBy = (commit, options = { tiers }) =>
  sampleOf(rows, { commit, ...options }).map(({ chosen }) => chosen);

it('given one commit, then it chooses the same case of each promise each time', () => {
  expect(chosenBy('a1b2')).toEqual(chosenBy('a1b2'));
});

it('given many commits, then each case gets its turn', () => {
  const drawn = Array.from({ length: 60 }, (_, index) => chosenBy(`commit ${index}`)).flat();
  expect(new Set(drawn)).toEqual(new Set(rows.flatMap(({ cases }) => cases)));
});

it('given a tier that can not run here, then another case is chosen, if there is one', () => {
  expect(chosenBy('a1b2', { tiers: ['fault'] })[1]).toBe(rows[1].cases[1]);
  expect(chosenBy('a1b2', { tiers: ['kafka-fault'] })[0]).toBeUndefined();
});

it('cases that are not chosen are left out by suite or by name, and tests that no row names run', () => {
  const sample = rows.map((row) => ({ ...row, chosen: row.cases[0] }));
  const [option, pattern, ...suites] = jestOptionsFor('fault', sample).toReversed();
  expect([pattern, ...suites]).toEqual([
    '--testNamePattern',
    'test/fault/hooks\\.fault\\.spec\\.ts',
    '--testPathIgnorePatterns',
  ]);
  const runs = (name) => new RegExp(option).test(name);
  expect(['kill node', 'kill server', 'kill both', 'another suite'].map(runs)).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(leftOutOf(sample, { suite: crash, test: 'kill both' })).toBe(true);
  expect(leftOutOf(sample, { suite: crash, test: 'kill node' })).toBe(false);
  expect(jestOptionsFor('int', sample)).toEqual([]);
});

it('given a chosen case whose test was renamed, then it is reported', () => {
  const sample = rows.map((row) => ({ ...row, chosen: row.cases[0] }));
  const ran = [
    { suite: crash, test: 'kill server' },
    { suite: rows[1].cases[0].suite, test: 'any' },
  ];
  expect(unknownCases(sample, ran)).toEqual([sample[0]]);
  expect(unknownCases(sample, [...ran, { suite: crash, test: 'kill node' }])).toEqual([]);
});
