import fc from 'fast-check';
import { formatApiKey, hashApiKey, isApiKey, matchesApiKeyHash } from './api-key.js';

const random = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('an API key', () => {
  it('has a prefix, a fixed length and a valid checksum', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const key = formatApiKey(bytes);
        expect(key).toMatch(/^svc_[0-9A-Za-z]{49}$/);
        expect(isApiKey(key)).toBe(true);
      }),
    );
  });

  it('keeps all 256 bits: different bytes give different keys', () => {
    const key = (first: number, last: number) =>
      formatApiKey(new Uint8Array(32).fill(first, 0, 1).fill(last, 31));
    expect(new Set([key(0, 0), key(0, 1), key(1, 0), key(255, 255)]).size).toBe(4);
  });

  it('is rejected with one digit changed, and so is other text', () => {
    const key = formatApiKey(new Uint8Array(32).fill(7));
    for (let place = 4; place < key.length; place++) {
      const changed = `${key.slice(0, place)}${key[place] === 'a' ? 'b' : 'a'}${key.slice(place + 1)}`;
      expect(isApiKey(changed)).toBe(false);
    }
    for (const text of ['', 'svc_', key.slice(0, -1), `${key}0`, `${key}\n`, key.replace('svc_', 'abc_')])
      expect(isApiKey(text)).toBe(false);
  });

  it('matches only its own hash', () => {
    const [one, other] = [formatApiKey(new Uint8Array(32)), formatApiKey(new Uint8Array(32).fill(1))];
    expect(matchesApiKeyHash(one, hashApiKey(one))).toBe(true);
    expect(matchesApiKeyHash(other, hashApiKey(one))).toBe(false);
    expect(matchesApiKeyHash(one, hashApiKey(one).subarray(1))).toBe(false);
  });

  it('takes exactly 32 random bytes', () => {
    expect(() => formatApiKey(new Uint8Array(31))).toThrow(RangeError);
  });
});
