import fc from 'fast-check';
import { enrichmentDecider, type EnrichEntity } from './enrichment.js';
import { confidenceClass, judge, type Rated } from './winner.js';

const rated = (change: Partial<Rated> = {}): Rated => ({
  ...{ eventId: 'b', confidence: 0.5, effectiveAtMs: 10, recordedAtMs: 10 },
  ...change,
});

describe('which value counts', () => {
  it.each([
    [0.29, 0],
    [0.3, 1],
    [0.5, 1],
    [0.7, 2],
    [0.94, 2],
    [0.95, 3],
    [1, 3],
  ])('a confidence of %d is of class %d', (confidence, expected) => {
    expect(confidenceClass(confidence)).toBe(expected);
  });

  it.each([
    ['of a higher class, though earlier', { confidence: 0.7, effectiveAtMs: 1 }, true, 'higher_class'],
    ['of a lower class, though later', { confidence: 0.2, effectiveAtMs: 99 }, false, 'lower_class'],
    [
      'surer within a class, though earlier',
      { confidence: 0.69, effectiveAtMs: 9 },
      false,
      'earlier_effective',
    ],
    ['that became true later', { effectiveAtMs: 11 }, true, 'later_effective'],
    ['that was written later', { recordedAtMs: 11 }, true, 'later_recorded'],
    ['that was written earlier', { recordedAtMs: 9 }, false, 'earlier_recorded'],
    ['with a greater id', { eventId: 'c' }, true, 'greater_id'],
    ['with a smaller id', { eventId: 'a' }, false, 'smaller_id'],
    ['that was rejected', { confidence: 0, effectiveAtMs: 99 }, false, 'rejected'],
  ])('given one %s', (_what, change, wins, reason) => {
    expect(judge(rated(change), rated())).toEqual({ wins, reason });
  });

  it('given none before, then the first counts, unless it was rejected', () => {
    expect(judge(rated(), null)).toEqual({ wins: true, reason: 'first' });
    expect(judge(rated({ confidence: 0 }), null)).toEqual({ wins: false, reason: 'rejected' });
  });

  it('given any values in any order, then the same one counts in the end, and history names each that it replaced', () => {
    const value = fc.record({
      confidence: fc.constantFrom(0, 0.1, 0.3, 0.5, 0.7, 0.95, 1),
      effectiveAtMs: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 12 }), (values) => {
        let state = enrichmentDecider.initialState;
        const events = values.flatMap((given, atMs) => {
          const command: EnrichEntity = {
            type: 'EnrichEntity',
            ...{ eventId: `v${atMs}`, entityId: 'e', key: 'k', valueType: 'json' },
            ...{ plainValue: null, sealedValue: null, source: 's', sourceSystem: null },
            ...{ conversationId: null, messageIds: [] },
            ...given,
          };
          const decided = enrichmentDecider.decide(state, { ...command, atMs });
          state = decided.reduce(enrichmentDecider.evolve, state);
          return decided.map(({ data }) => data);
        });
        const eligible = events.filter(({ confidence }) => confidence > 0);
        const best = eligible.filter((one) =>
          eligible.every((other) => one === other || judge(one, other).wins),
        );
        expect(state.current?.eventId).toBe(best[0]?.eventId);
        const counted = events.filter(({ wins }) => wins);
        expect(counted.map(({ supersedes }) => supersedes)).toEqual(
          counted.map((_event, at) => counted[at - 1]?.eventId ?? null),
        );
      }),
    );
  });
});
