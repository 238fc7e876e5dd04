import { describe, expect, it } from '@jest/globals';
import { DataKey, KeyRing, maxKeysAtOnce, MissingKeyError, type SubjectKey } from './index.js';

const ada = 'org:demo/user/ada';
const ben = 'org:demo/user/ben';
const keyOf = (byte: number) =>
  new DataKey(`0190f3a0-1111-7222-8333-4444555566${byte + 10}`, Buffer.alloc(32, byte));

function keyRing(keys: Record<string, SubjectKey> = { [ada]: keyOf(1), [ben]: keyOf(2) }) {
  const clock = {
    nowMs: 0,
    now() {
      return this.nowMs;
    },
  };
  const asked: (readonly string[])[] = [];
  let answer = (subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>> =>
    Promise.resolve(new Map(Object.entries(keys).filter(([subject]) => subjects.includes(subject))));
  const source = {
    keysOf: (subjects: readonly string[]) => {
      asked.push(subjects);
      return answer(subjects);
    },
  };
  return {
    ring: new KeyRing({ source, clock }),
    clock,
    asked,
    keys,
    answerWith: (other: typeof answer) => {
      answer = other;
    },
  };
}

describe('a key ring', () => {
  it('asks once for concurrent look-ups, with each subject once', async () => {
    const { ring, asked, keys } = keyRing();
    const [one, both] = await Promise.all([ring.get(ada), ring.getAll([ada, ben, ada])]);
    expect(one).toBe(keys[ada]);
    expect(both).toEqual(new Map(Object.entries(keys)));
    expect(asked).toEqual([[ada, ben]]);
  });

  it('asks for no more at once than a source of keys allows', async () => {
    const subjects = Array.from({ length: maxKeysAtOnce + 1 }, (_, index) => `org:demo/user/${index}`);
    const { ring, asked } = keyRing(Object.fromEntries(subjects.map((subject) => [subject, 'erased'])));
    await ring.getAll(subjects);
    expect(asked.map(({ length }) => length)).toEqual([maxKeysAtOnce, 1]);
  });

  it('caches a key for 5 s, and no longer', async () => {
    const { ring, asked, clock } = keyRing();
    await ring.get(ada);
    clock.nowMs = 4_999;
    await ring.get(ada);
    expect(asked).toHaveLength(1);
    clock.nowMs = 5_000;
    await ring.get(ada);
    expect(asked).toHaveLength(2);
  });

  it('need not ask for what it has learned', async () => {
    const { ring, asked } = keyRing();
    const key = keyOf(9);
    ring.learn(ada, key);
    expect(await ring.get(ada)).toBe(key);
    expect(asked).toEqual([]);
  });

  it('given the same key once more, keeps the object it has', async () => {
    const { ring } = keyRing();
    const known = await ring.get(ada);
    expect(ring.learn(ada, keyOf(1))).toBe(known);
    expect(await ring.get(ada)).toBe(known);
    const other = keyOf(9);
    expect(ring.learn(ada, other)).toBe(other);
    expect(ring.learn(ada, 'erased')).toBe('erased');
  });

  it('keeps a pinned key until the last holder releases it', async () => {
    const { ring, asked, clock, keys } = keyRing();
    const key = keyOf(9);
    const letGo = [ring.pin(ada, key), ring.pin(ada, key)];
    clock.nowMs = 60_000;
    letGo[0]?.();
    letGo[0]?.();
    expect(await ring.get(ada)).toBe(key);
    letGo[1]?.();
    expect(await ring.get(ada)).toBe(keys[ada]);
    expect(asked).toHaveLength(1);
  });

  it('given a subject was erased, asks again, though its key is cached and pinned', async () => {
    const { ring, keys } = keyRing();
    ring.pin(ada, await ring.get(ada));
    keys[ada] = 'erased';
    ring.forget(ada);
    expect(await ring.get(ada)).toBe('erased');
  });

  it.each<[string, (ring: KeyRing) => void]>([
    ['it is told', (ring) => ring.forget(ada)],
    ['it learns', (ring) => ring.learn(ada, 'erased')],
  ])(
    'given %s that a subject was erased, calls those who pinned its key, once, and nobody else',
    (_what, erase) => {
      const { ring } = keyRing();
      const told: string[] = [];
      ring.pin(ada, keyOf(1), () => void told.push('one'));
      ring.pin(ada, keyOf(1), () => void told.push('another'));
      ring.pin(ada, keyOf(1), () => void told.push('who has let go'))();
      ring.pin(ben, keyOf(2), () => void told.push('of somebody else'));
      erase(ring);
      erase(ring);
      expect(told).toEqual(['one', 'another']);
    },
  );

  it('given it learns that a subject was erased, no longer trusts a pinned key', async () => {
    const { ring, asked } = keyRing();
    ring.pin(ada, keyOf(1));
    ring.learn(ada, 'erased');
    expect(await ring.get(ada)).toBe('erased');
    expect(asked).toEqual([]);
  });

  it('given a response from before the erasure arrives after it, does not cache it', async () => {
    const { ring, answerWith } = keyRing();
    let send = (_keys: ReadonlyMap<string, SubjectKey>): void => undefined;
    const late = new Promise<ReadonlyMap<string, SubjectKey>>((resolve) => (send = resolve));
    answerWith(() => late);
    const early = ring.get(ada);
    await new Promise((resolve) => setImmediate(resolve));
    ring.forget(ada);
    send(new Map([[ada, keyOf(1)]]));
    await early;
    answerWith(() => Promise.resolve(new Map([[ada, 'erased' as const]])));
    expect(await ring.get(ada)).toBe('erased');
  });

  it('distinguishes a subject without a key from an erased one', async () => {
    const { ring } = keyRing({ [ben]: 'erased' });
    expect(await ring.get(ben)).toBe('erased');
    await expect(ring.get(ada)).rejects.toThrow(new MissingKeyError(ada));
  });

  it('passes on that keys are not available now, and asks again the next time', async () => {
    const { ring, answerWith } = keyRing();
    answerWith(() => Promise.reject(new Error('away')));
    await expect(ring.get(ada)).rejects.toThrow('away');
    answerWith(() => Promise.resolve(new Map([[ada, 'erased' as const]])));
    expect(await ring.get(ada)).toBe('erased');
  });
});
