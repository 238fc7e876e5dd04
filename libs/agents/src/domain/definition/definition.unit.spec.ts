import fc from 'fast-check';
import { DomainError } from '@svc/errors';
import type { Surface } from '../surface.js';
import type { DefinitionEvent } from './definition-event.js';
import { definitionDecider, type DefinitionCommand, type DefinitionState } from './definition.js';

const body = (address: string) => ({ address, sizeBytes: 2, inlineJson: '{}' });
const of = (surface: Surface) => ({ kind: 'tool', surface, by: { orgId: 'demo', userId: 'ada' } });

function decide(state: DefinitionState, command: DefinitionCommand) {
  return definitionDecider.decide(state, { ...command, atMs: 7 });
}

function after(...commands: DefinitionCommand[]): DefinitionState {
  return commands.reduce<DefinitionState>((state, command) => {
    return decide(state, command).reduce((now, event) => definitionDecider.evolve(now, event), state);
  }, null);
}

const created = (surface: Surface = 'classic'): DefinitionCommand => ({
  ...{ ...of(surface), type: 'CreateDefinition', definitionId: 'd', parentId: null, name: 'lookup' },
  ...{ body: body('a'), summary: {} },
});
const version = (surface: Surface, expectedVersion: number | null = null): DefinitionCommand => ({
  ...{ ...of(surface), type: 'CreateVersion', expectedVersion, versionId: 'v', label: null },
  ...{ body: body('b'), summary: { state_count: 1 } },
});
const retired = (surface: Surface): DefinitionCommand => ({ ...of(surface), type: 'RetireDefinition' });
const updated = (surface: Surface, name: string, changesSecrets = false): DefinitionCommand => ({
  ...{ ...of(surface), type: 'UpdateDefinition', changesSecrets },
  ...{ name, body: body('a'), summary: {} },
});

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'none';
}

describe('a definition', () => {
  it('given that it is unknown, then every change of it is not found', () => {
    for (const command of [updated('classic', 'x'), version('platform'), retired('classic')])
      expect(codeOf(() => decide(null, command))).toBe('not_found');
  });

  it('given an update without a change, then nothing happens, but when secrets change', () => {
    expect(decide(after(created()), updated('classic', 'lookup'))).toEqual([]);
    expect(decide(after(created()), updated('classic', 'lookup', true))).toHaveLength(1);
    expect(decide(after(created()), updated('classic', 'other'))).toHaveLength(1);
  });

  it('given another expected number than the next, then a version is a conflict', () => {
    expect(codeOf(() => decide(after(created()), version('classic', 2)))).toBe('conflict');
    expect(decide(after(created(), version('classic')), version('classic', 2))).toHaveLength(1);
  });

  it('given that it is deprecated, then it is refused; given that it is deleted, then it is not there', () => {
    const [deprecated, deleted] = (['classic', 'platform'] as const).map((surface) =>
      after(created(surface), version(surface), retired(surface)),
    );
    expect(codeOf(() => decide(deprecated!, updated('classic', 'x')))).toBe('invalid_request');
    expect(codeOf(() => decide(deprecated!, version('classic')))).toBe('invalid_request');
    expect(codeOf(() => decide(deprecated!, retired('classic')))).toBe('conflict');
    for (const command of [updated('platform', 'x'), version('platform'), retired('platform')])
      expect(codeOf(() => decide(deleted!, command))).toBe('not_found');
    expect(deleted).toMatchObject({ latestVersion: 1, retiredAtMs: 7 });
  });

  it('given versions to retire, then only those that exist and are not retired are', () => {
    const state = after(created(), version('classic'), version('classic'));
    const retire = (...versions: number[]): DefinitionCommand => ({
      ...of('classic'),
      ...{ type: 'RetireVersions', versions },
    });
    expect(decide(state, retire(9, 2, 2, 0))[0]?.data).toMatchObject({ versions: [2] });
    const without = after(created(), version('classic'), version('classic'), retire(2));
    expect(decide(without, retire(2))).toEqual([]);
  });
});

const anyCommand = (surface: Surface) =>
  fc
    .oneof(
      fc.record({ type: fc.constant('v' as const), expected: fc.option(fc.integer({ min: 1, max: 5 })) }),
      fc.record({ type: fc.constant('u' as const), name: fc.constantFrom('a', 'b') }),
      fc.record({ type: fc.constant('r' as const), versions: fc.array(fc.integer({ min: 0, max: 6 })) }),
      fc.record({ type: fc.constant('d' as const) }),
    )
    .map((given): DefinitionCommand => {
      switch (given.type) {
        case 'v':
          return version(surface, given.expected);
        case 'u':
          return updated(surface, given.name);
        case 'r':
          return { ...of(surface), type: 'RetireVersions', versions: given.versions };
        case 'd':
          return retired(surface);
      }
    });

it.each(['classic', 'platform'] as const)(
  'given any commands (%s), then versions count up without a gap, and after its end nothing happens',
  (surface) => {
    fc.assert(
      fc.property(fc.array(anyCommand(surface), { maxLength: 30 }), (commands) => {
        let state = after(created(surface));
        const numbers: number[] = [];
        for (const command of commands) {
          let events: readonly DefinitionEvent[] = [];
          const code = codeOf(() => (events = decide(state, command)));
          if (state?.retiredAtMs !== null) expect(events).toEqual([]);
          expect(['none', 'conflict', 'invalid_request', 'not_found']).toContain(code);
          for (const event of events) {
            if (event.type === 'DefinitionVersionCreated') numbers.push(event.data.version);
            state = definitionDecider.evolve(state, event);
          }
        }
        expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
        expect(state?.latestVersion).toBe(numbers.length);
        expect(state?.retiredVersions).toEqual([...new Set(state?.retiredVersions)].sort((a, b) => a - b));
      }),
    );
  },
);
