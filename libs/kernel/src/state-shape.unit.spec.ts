import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from './json.js';
import { misfit, type StateShape } from './state-shape.js';

interface Open {
  readonly stage: 'open' | 'finished';
  readonly since: number;
  readonly isLoud: boolean;
  readonly owner: { readonly name: string; readonly nick?: string | undefined } | null;
  readonly tags: readonly { readonly key: string; readonly value: string | null }[];
  readonly counts: Readonly<Record<string, number>>;
  readonly extra: JsonObject;
}
type Door = { readonly stage: 'absent' } | Open;

const door = {
  stage: 'string',
  since: 'number?',
  isLoud: 'boolean?',
  owner: ['nullable', { name: 'string', nick: 'string?' }],
  tags: ['nullable', ['list', { key: 'string', value: 'string?' }]],
  counts: ['nullable', ['map', 'number']],
  extra: ['nullable', ['map', 'json?']],
} as const satisfies StateShape<Door>;

const open: Open = {
  stage: 'open',
  since: 1,
  isLoud: false,
  owner: { name: 'Ada' },
  tags: [{ key: 'a', value: null }],
  counts: { knocks: 2 },
  extra: { any: [1, { thing: null }] },
};

describe('the shape of a state', () => {
  it('fits every variant of its type', () => {
    expect(misfit(door, open)).toBeUndefined();
    expect(misfit(door, { ...open, owner: null, tags: [], counts: {} })).toBeUndefined();
    expect(misfit(door, { stage: 'absent' })).toBeUndefined();
  });

  it.each([
    ['stage', { ...open, stage: null }],
    ['stage', { ...open, stage: 1 }],
    ['added', { ...open, added: null }],
    ['owner.name', { ...open, owner: {} }],
    ['owner.age', { ...open, owner: { name: 'Ada', age: 3 } }],
    ['tags', { ...open, tags: { 0: 'a' } }],
    ['tags.1.key', { ...open, tags: [...open.tags, { value: 'x' }] }],
    ['counts', { ...open, counts: [] }],
    ['counts.knocks', { ...open, counts: { knocks: 'two' } }],
    ['', 'absent'],
    ['', null],
  ])('does not fit at %j', (place, value) => {
    expect(misfit(door, value)).toBe(place);
  });

  it('does not compile with a key too few or too many, or of another type', () => {
    type Small = StateShape<{ readonly name: string; readonly age: number | null }>;
    const right: Small = { name: 'string', age: 'number?' };
    // @ts-expect-error: age is missing
    const few: Small = { name: 'string' };
    // @ts-expect-error: there is no nick
    const many: Small = { name: 'string', age: 'number?', nick: 'string' };
    // @ts-expect-error: age may be null
    const other: Small = { name: 'string', age: 'number' };
    expect([right, few, many, other]).toHaveLength(4);
  });
});
