import { MasterKey } from '@svc/sealing';
import type { DataKeyRow } from './data-key-statements.js';
import { UnreadableDataKeyError, wrapDataKey } from './data-key-wrapping.js';
import { OpenedDataKeys } from './opened-data-keys.js';

const subject = 'org:demo/user/u1';
const masterKey = new MasterKey(Buffer.alloc(32, 7));
const random = (size: number): Buffer => Buffer.alloc(size, 3);

const stored = (byte: number, keyId = '00000000-0000-4000-8000-000000000001'): DataKeyRow => {
  const row = wrapDataKey(masterKey, random, { subject, keyId, secret: Buffer.alloc(32, byte) });
  return { subject, key_id: row.keyId, wrapped_key: row.wrappedKey };
};

const open = () => {
  const clock = { ms: 0, now: () => clock.ms };
  return { clock, keys: new OpenedDataKeys(masterKey, clock) };
};

describe('opened data keys', () => {
  it('given the same row within five seconds, then it is not unwrapped again', () => {
    const { clock, keys } = open();
    const key = keys.open(stored(1));
    clock.ms = 4_999;
    expect(keys.open(stored(1))).toBe(key);
    clock.ms = 5_000;
    expect(keys.open(stored(1))).not.toBe(key);
    expect(keys.open(stored(1))).toEqual(key);
  });

  it('given a row with a destroyed key, then the cached key is removed', () => {
    const { keys } = open();
    const key = keys.open(stored(1));
    expect(keys.open({ ...stored(1), wrapped_key: null })).toBe('erased');
    expect(keys.open(stored(1))).not.toBe(key);
  });

  it('given that the key is reported as destroyed, then nothing of it is cached', () => {
    const { keys } = open();
    const key = keys.open(stored(1));
    keys.forget(subject);
    expect(keys.open(stored(1))).not.toBe(key);
  });

  it('given another key of the subject, or the same wrapped again, then that one is opened', () => {
    const { keys } = open();
    keys.open(stored(1));
    const other = '00000000-0000-4000-8000-000000000002';
    expect(keys.open(stored(2, other))).toEqual({ id: other, secret: Buffer.alloc(32, 2) });
    expect(keys.open(stored(3, other))).toMatchObject({ secret: Buffer.alloc(32, 3) });
  });

  it('given a row that does not open, then it fails, whatever was opened before', () => {
    const { keys } = open();
    const row = stored(1);
    keys.open(row);
    const broken = Buffer.from(row.wrapped_key ?? '');
    broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1;
    expect(() => keys.open({ ...row, wrapped_key: broken })).toThrow(UnreadableDataKeyError);
  });
});
