import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { linkHash, type HashedEvent } from './hash-chain.js';

const event: HashedEvent = {
  streamId: 'org:demo/account/é',
  streamVersion: 258,
  eventType: 'MoneyDeposited',
  schemaVersion: 1,
  eventId: '0199f3a0-1234-7abc-8def-0123456789ab',
  createdAt: 1_795_219_200_000,
  metadata: '{"actor":"user:1"}',
  payload: '{"amount":5}',
};
const previous = Buffer.alloc(32, 1);

describe('a link of the hash chain', () => {
  it('matches its description, written out by hand', () => {
    const field = (bytes: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return Buffer.concat([length, bytes]);
    };
    const digest = createHash('sha256')
      .update(previous)
      .update(field(Buffer.from('org:demo/account/é')))
      .update(field(Buffer.from([0, 0, 1, 2])))
      .update(field(Buffer.from('MoneyDeposited')))
      .update(field(Buffer.from([0, 0, 0, 1])))
      .update(field(Buffer.from('0199f3a012347abc8def0123456789ab', 'hex')))
      .update(field(Buffer.from([0, 0, 0x01, 0xa1, 0xfb, 0x67, 0x18, 0x00])))
      .update(field(Buffer.from('{"actor":"user:1"}')))
      .update(field(Buffer.from('{"amount":5}')))
      .digest();
    expect(linkHash(previous, event)).toEqual(digest);
  });

  it('stays the same over releases', () => {
    expect(linkHash(previous, event).toString('hex')).toBe(
      '252d8cdb5f2067666f8ab08d16b2fcb9720bb5128c4e897e786258c5ec413776',
    );
  });

  it('changes with the event before', () => {
    expect(linkHash(Buffer.alloc(32, 2), event)).not.toEqual(linkHash(previous, event));
  });

  it('separates fields: text moved from one to the next changes it', () => {
    const moved = { ...event, metadata: `${event.metadata}{`, payload: event.payload.slice(1) };
    expect(linkHash(previous, moved)).not.toEqual(linkHash(previous, event));
  });
});
