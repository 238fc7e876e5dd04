import { UserCreated } from '@svc/contracts/identity';
import { personalFields } from '@svc/contracts/personal-fields';
import { describe, expect, it } from '@jest/globals';
import type { DomainEvent, JsonObject } from '@svc/kernel';
import { plainMessage } from '../../test/account.js';
import { UnknownEventError } from '../errors.js';
import { EventSerializer } from './event-serializer.js';
import { defineEventTypes, type EventType } from './event-types.js';
import { plainPayloads, type PayloadCodec, type PayloadOwner } from './payload-codec.js';

type Renamed = DomainEvent<'UserRenamed', { name: { first: string; last: string } }>;

const address = { tenantId: 'org:demo', streamId: 'org:demo/user/1' } as const;
const owned = { ...address, subject: 'org:demo/user/1' };

/** Three releases of one type: `fullName`, then `first` and `last`, then both under `name`. */
const renamed: EventType<Renamed['data']> = {
  message: plainMessage(),
  schemaVersion: 3,
  visibility: 'public',
  upcasters: {
    1: ({ fullName }) => {
      const [first = '', last = ''] = (fullName as string).split(' ');
      return { first, last };
    },
    2: ({ first, last }) => ({ name: { first: first ?? '', last: last ?? '' } }),
  },
};
const serializer = (codec: PayloadCodec = plainPayloads) =>
  new EventSerializer(defineEventTypes<Renamed>({ UserRenamed: renamed }), codec);

const ada = { type: 'UserRenamed', data: { name: { first: 'Ada', last: 'Lovelace' } } };

describe('upcasters', () => {
  it.each([
    [1, '{"fullName":"Ada Lovelace"}'],
    [2, '{"first":"Ada","last":"Lovelace"}'],
    [3, '{"name":{"first":"Ada","last":"Lovelace"}}'],
  ])('lift schema version %i to the latest', async (schemaVersion, payload) => {
    const stored = { eventType: 'UserRenamed', schemaVersion, payload };
    expect(await serializer().deserialize(stored, address)).toEqual(ada);
  });

  it('given a schema version of a newer release, refuse to guess', async () => {
    const stored = { eventType: 'UserRenamed', schemaVersion: 4, payload: '{}' };
    await expect(serializer().deserialize(stored, address)).rejects.toBeInstanceOf(UnknownEventError);
  });

  it('given a missing one, stop the definition of the types', () => {
    const { 2: _missing, ...upcasters } = renamed.upcasters ?? {};
    const define = () => defineEventTypes<Renamed>({ UserRenamed: { ...renamed, upcasters } });
    expect(define).toThrow('UserRenamed has no upcaster from schema version 2.');
  });
});

describe('a payload', () => {
  it('is stored as canonical JSON of the latest schema version', async () => {
    const event = { type: 'UserRenamed', data: { name: { last: 'Lovelace', first: 'Ada' } } };
    expect(await serializer().serialize(event, owned)).toEqual({
      eventType: 'UserRenamed',
      schemaVersion: 3,
      isPublic: true,
      payload: '{"name":{"first":"Ada","last":"Lovelace"}}',
    });
  });
});

/** Stands for encryption: the marked fields are turned round, whichever they are. */
function mirrorCodec(owners: PayloadOwner[]): PayloadCodec {
  const mirror = (payload: JsonObject, owner: PayloadOwner): JsonObject => {
    owners.push(owner);
    const turned = owner.personalFields.flatMap((field) => {
      const value = payload[field];
      return typeof value === 'string' ? [[field, [...value].reverse().join('')]] : [];
    });
    return { ...payload, ...(Object.fromEntries(turned) as JsonObject) };
  };
  return { encode: mirror, decode: async (payload, owner) => mirror(payload, owner) };
}

describe('the payload codec', () => {
  const types = defineEventTypes({
    UserCreated: {
      message: UserCreated,
      schemaVersion: 1,
      visibility: 'public',
      personalFields: personalFields['svc.identity.v1.UserCreated'],
    },
  });
  const data = UserCreated.fromPartial({
    userId: 'u1',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'a@b.c',
  });

  it('sees the fields that the contract marks as personal, on the way in and out', async () => {
    const owners: PayloadOwner[] = [];
    const serialize = new EventSerializer(types, mirrorCodec(owners));
    const { payload, ...stored } = await serialize.serialize({ type: 'UserCreated', data }, owned);
    expect(JSON.parse(payload)).toMatchObject({
      userId: 'u1',
      firstName: 'adA',
      lastName: 'ecalevoL',
      email: 'c.b@a',
    });
    expect(await serialize.deserialize({ ...stored, payload }, address)).toEqual({
      type: 'UserCreated',
      data,
    });
    const owner = {
      ...address,
      kind: 'event',
      personalFields: expect.arrayContaining(['firstName', 'email']) as unknown,
    };
    expect(owners).toEqual([owner, owner]);
  });

  it('never sees personal fields of nobody: they are refused, filled or not', () => {
    const serialize = new EventSerializer(types, plainPayloads);
    const event = { type: 'UserCreated', data: UserCreated.fromPartial({ userId: 'u1' }) };
    expect(() => serialize.serialize(event, { ...address, subject: null })).toThrow(
      new TypeError('UserCreated has personal fields, but stream org:demo/user/1 has no subject.'),
    );
  });

  it('sees snapshots as personal as a whole', async () => {
    const owners: PayloadOwner[] = [];
    const serialize = new EventSerializer(types, mirrorCodec(owners));
    const text = await serialize.serializeSnapshot({ balance: 1 }, address);
    expect(await serialize.deserializeSnapshot(text, address)).toEqual({ balance: 1 });
    expect(owners).toEqual(Array(2).fill({ ...address, kind: 'snapshot', personalFields: [''] }));
  });

  it('runs before upcasters, which see the payload in the clear', async () => {
    const turned: PayloadCodec = {
      encode: (payload) => payload,
      decode: () => ({ fullName: 'Ada Lovelace' }),
    };
    const stored = { eventType: 'UserRenamed', schemaVersion: 1, payload: '{"sealed":"…"}' };
    expect(await serializer(turned).deserialize(stored, address)).toEqual(ada);
  });
});
