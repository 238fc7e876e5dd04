import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BrokenSealError, DataKey, open, seal, type SealedPlace } from './index.js';

const keyId = '0190f3a0-1111-7222-8333-444455556666';
const key = new DataKey(keyId, Buffer.alloc(32, 7));
const words = Buffer.from('My knee hurts.');

const event: SealedPlace = {
  purpose: 'event',
  tenantId: 'org:demo',
  streamId: 'org:demo/conversation/c1',
  eventId: 'e1',
  eventType: 'InteractionStarted',
  schemaVersion: 1,
};
const column: SealedPlace = {
  purpose: 'column',
  tenantId: 'org:demo',
  table: 'conversations.message',
  primaryKey: ['org:demo', 'c1', 1],
  column: 'text',
};
const snapshot: SealedPlace = {
  purpose: 'snapshot',
  tenantId: 'org:demo',
  streamId: 'org:demo/conversation/c1',
  streamVersion: 48,
};
const blob: SealedPlace = { purpose: 'blob', tenantId: 'org:demo', owner: 'org:demo/user/u1', address: 'ab' };

describe('a sealed value', () => {
  it.each([event, column, snapshot, blob])('opens in its place: %j', (place) => {
    expect(open(seal(words, place, key, randomBytes), place, key)).toEqual(words);
  });

  it.each<[string, SealedPlace, readonly SealedPlace[]]>([
    [
      'event',
      event,
      [
        { ...event, tenantId: 'org:other' },
        { ...event, streamId: 'org:demo/conversation/c2' },
        { ...event, eventId: 'e2' },
        { ...event, eventType: 'AgentMessageCompleted' },
        { ...event, schemaVersion: 2 },
      ],
    ],
    [
      'column',
      column,
      [
        { ...column, tenantId: 'org:other' },
        { ...column, table: 'conversations.note' },
        { ...column, primaryKey: ['org:demo', 'c1', 2] },
        { ...column, primaryKey: ['org:demo', 'c11'] },
        { ...column, column: 'sender' },
      ],
    ],
    [
      'snapshot',
      snapshot,
      [
        { ...snapshot, streamId: 'org:demo/conversation/c2' },
        { ...snapshot, streamVersion: 49 },
      ],
    ],
    [
      'blob',
      blob,
      [
        { ...blob, owner: 'org:demo/user/u2' },
        { ...blob, address: 'ac' },
      ],
    ],
  ])('of the kind %s that was moved does not open', (_kind, place, others) => {
    const sealed = seal(words, place, key, randomBytes);
    for (const other of others) expect(() => open(sealed, other, key)).toThrow(BrokenSealError);
  });

  it('does not open as a value of another kind, nor under another key, nor with a changed byte', () => {
    const sealed = seal(words, event, key, randomBytes);
    expect(() => open(sealed, snapshot, key)).toThrow(BrokenSealError);
    expect(() => open(sealed, event, new DataKey(keyId, Buffer.alloc(32, 8)))).toThrow(BrokenSealError);
    const other = new DataKey('0190f3a0-1111-7222-8333-444455556667', Buffer.alloc(32, 7));
    expect(() => open(sealed, event, other)).toThrow(BrokenSealError);
    const bytes = Buffer.from(sealed, 'base64');
    for (let place = 0; place < bytes.length; place += 1) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(() => open(changed.toString('base64'), event, key)).toThrow(BrokenSealError);
    }
    for (const noSeal of ['', 'hello', sealed.slice(0, 40)])
      expect(() => open(noSeal, event, key)).toThrow(BrokenSealError);
  });

  it('differs each time', () => {
    const [one, other] = [seal(words, event, key, randomBytes), seal(words, event, key, randomBytes)];
    expect(one).not.toBe(other);
  });

  it('of any bytes opens to the same bytes', () => {
    const endings = fc.constantFrom([], [0], [0x80], [0x80, 0], [0, 0x80, 0, 0]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), endings, (bytes, ending) => {
        const plain = Buffer.from([...bytes, ...ending]);
        expect(open(seal(plain, event, key, randomBytes), event, key)).toEqual(plain);
      }),
    );
  });

  it('does not say how long its content is, but for steps of 64 bytes, and of a sixteenth when it is long', () => {
    const bytesOf = (length: number) =>
      Buffer.from(seal(Buffer.alloc(length), event, key, randomBytes), 'base64').length;
    const lengthsOf = (from: number, count: number) =>
      new Set(Array.from({ length: count }, (_each, index) => bytesOf(from + index)));
    expect(lengthsOf(0, 64).size).toBe(1);
    expect([...lengthsOf(0, 1_024)]).toHaveLength(16);
    expect(lengthsOf(60_000, 2_048).size).toBeLessThanOrEqual(2);
    for (const length of [0, 63, 64, 1_023, 2_048, 70_000, 1_000_000]) {
      const added = bytesOf(length) - length - 45;
      expect(added).toBeGreaterThan(0);
      expect(added).toBeLessThanOrEqual(Math.max(64, length / 16 + 1));
    }
  });

  it('of the first format, which was not padded, opens too', () => {
    const sealed = 'AQGQ86AREXIigzNERFVVZmYDAwMDAwMDAwMDAwObFyLue/O7F0Llbh8DMhm9GrKS5n0hdgndszpIAUI=';
    expect(open(sealed, event, key)).toEqual(words);
  });
});

describe('the key of a subject', () => {
  it('hashes differently for each use, and differently from the keys of others', () => {
    const other = new DataKey(keyId, Buffer.alloc(32, 9));
    const hashes = [
      key.hash('model-call', 'yes'),
      key.hash('model-request', 'yes'),
      key.hash('blob-address', 'yes'),
      other.hash('model-call', 'yes'),
    ];
    expect(new Set(hashes).size).toBe(4);
    expect(key.hash('model-call', 'yes')).toBe(hashes[0]);
  });

  it('has 32 bytes, and a UUID', () => {
    expect(() => new DataKey(keyId, Buffer.alloc(16))).toThrow(RangeError);
    for (const id of ['', 'ada', keyId.slice(1), `${keyId}ff`])
      expect(() => new DataKey(id, Buffer.alloc(32))).toThrow('UUID');
  });

  it('seals each kind under its own key', () => {
    const kinds = (['event', 'column', 'snapshot', 'blob'] as const).map((purpose) =>
      key.sealingKey(purpose).export().toString('hex'),
    );
    expect(new Set(kinds).size).toBe(4);
  });
});
