import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { BrokenWrappingError, deriveMasterKey, MasterKey, type WrappedPlace } from './index.js';

const masterKey = new MasterKey(Buffer.alloc(32, 1));
const otherKey = new MasterKey(Buffer.alloc(32, 2));
const place: WrappedPlace = { purpose: 'data-key', row: ['org:demo/user/u1', 'k1'] };
const secret = Buffer.from('a secret of thirty-two bytes here');

describe('a wrapped secret', () => {
  it('opens in its place, does not show, and differs each time', () => {
    const [one, other] = [
      masterKey.wrap(secret, place, randomBytes),
      masterKey.wrap(secret, place, randomBytes),
    ];
    expect(masterKey.unwrap(one, place)).toEqual(secret);
    expect(one.includes(secret)).toBe(false);
    expect(one).not.toEqual(other);
  });

  it.each<[string, WrappedPlace]>([
    ['another row', { ...place, row: ['org:demo/user/u2', 'k1'] }],
    ['a row whose parts only read alike together', { ...place, row: ['org:demo/user/u', '1k1'] }],
    ['another purpose', { ...place, purpose: 'signing-key' }],
  ])('does not open in %s', (_name, elsewhere) => {
    const wrapped = masterKey.wrap(secret, place, randomBytes);
    expect(() => masterKey.unwrap(wrapped, elsewhere)).toThrow(BrokenWrappingError);
  });

  it('does not open under another master key, nor with a changed or missing byte', () => {
    const wrapped = masterKey.wrap(secret, place, randomBytes);
    expect(() => otherKey.unwrap(wrapped, place)).toThrow(BrokenWrappingError);
    for (let index = 0; index < wrapped.length; index += 1) {
      const changed = Buffer.from(wrapped);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => masterKey.unwrap(changed, place)).toThrow(BrokenWrappingError);
      expect(() => masterKey.unwrap(wrapped.subarray(0, index), place)).toThrow(BrokenWrappingError);
    }
  });
});

describe('a master key that is derived from a common one', () => {
  const common = Buffer.alloc(32, 5);

  it('is always the same, but differs for each context and common key', () => {
    const keys = [
      deriveMasterKey(common, 'identity'),
      deriveMasterKey(common, 'agents'),
      deriveMasterKey(Buffer.alloc(32, 6), 'identity'),
      common,
    ].map((bytes) => new MasterKey(bytes).id);
    expect(new Set(keys).size).toBe(4);
    expect(deriveMasterKey(common, 'identity')).toEqual(deriveMasterKey(common, 'identity'));
  });
});

describe('a master key', () => {
  it('has an id that is always the same and differs from that of every other key', () => {
    expect(masterKey.id).toMatch(/^[0-9a-f]{32}$/);
    expect(new MasterKey(Buffer.alloc(32, 1)).id).toBe(masterKey.id);
    expect(otherKey.id).not.toBe(masterKey.id);
  });

  it('shows its secret to nobody who prints it', () => {
    const printed = `${inspect(masterKey, { showHidden: true, depth: 5 })} ${JSON.stringify(masterKey)}`;
    expect(printed).not.toContain('01 01 01');
    expect(printed).not.toContain('01010101');
  });

  it('of another size than 32 bytes is refused', () => {
    expect(() => new MasterKey(Buffer.alloc(31))).toThrow(RangeError);
  });
});
