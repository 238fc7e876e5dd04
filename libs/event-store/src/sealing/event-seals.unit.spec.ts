import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SubjectErasedError } from '@svc/errors';
import { canonicalJson, type DomainEvent } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import { BrokenSealError } from '@svc/sealing';
import { TestKeys } from '@svc/testing';
import fc from 'fast-check';
import { plainMessage } from '../../test/account.js';
import { UnknownEventError } from '../errors.js';
import type { EventRow } from '../events/event-row.js';
import { EventReader } from '../reading/event-reader.js';
import { defineEventTypes, type EventType } from '../events/event-types.js';
import { EventWriter } from '../append/event-writer.js';
import { personalKey } from './sealed-payload.js';

interface Visit {
  readonly ward: string;
  readonly name?: string;
  readonly findings: readonly { readonly code: string; readonly words?: string }[];
  readonly notes: Readonly<Record<string, string>>;
}
type Visited = DomainEvent<'Visited', Visit>;
type Renamed = DomainEvent<'UserRenamed', { name: { first: string; last: string } }>;

const tenantId = 'org:demo';
const subject = 'org:demo/user/ada';
const streamId = 'org:demo/visit/1';

/** Three releases of one type: `fullName`, then `first` and `last`, then both under `name`. */
const renamed: EventType<Renamed['data']> = {
  message: plainMessage(),
  schemaVersion: 3,
  visibility: 'public',
  personalFields: ['name.first', 'name.last'],
  upcasters: {
    1: ({ fullName }) => {
      const [first = '', last = ''] = (fullName as string).split(' ');
      return { first, last };
    },
    2: ({ first, last }) => ({ name: { first: first ?? '', last: last ?? '' } }),
  },
};
const types = defineEventTypes<Visited | Renamed>({
  Visited: {
    message: plainMessage(),
    schemaVersion: 1,
    visibility: 'public',
    personalFields: ['name', 'findings.*.words', 'notes'],
  },
  UserRenamed: renamed,
});
const noDatabase: Executor = { query: () => Promise.reject(new Error('nothing is asked of the database')) };

let keys: TestKeys;
beforeEach(() => {
  keys = new TestKeys();
});
const vault = () => ({ keys, blobs: undefined, random: randomBytes });

async function write(events: readonly (Visited | Renamed)[], of: string | null = subject) {
  let ids = 0;
  const eventId = () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`;
  const writer = new EventWriter(types, vault(), { eventId });
  const written = await writer.write({ tenantId, streamId, subject: of, events, alongside: [] });
  return written.events.map((event, index) => rowOf(event, index + 1, of));
}

function rowOf(
  event: { eventType: string; eventId: string; schemaVersion: number; payload: string },
  version: number,
  of: string | null,
): EventRow {
  return {
    epoch: 1,
    transaction_id: '1',
    position: '1',
    tenant_id: tenantId,
    stream_id: streamId,
    subject: of,
    stream_version: version,
    event_type: event.eventType,
    event_id: event.eventId,
    schema_version: event.schemaVersion,
    is_public: true,
    previous_public_version: 0,
    previous_public_hash: Buffer.alloc(32),
    payload: event.payload,
    metadata: '{"actor":"user:1","correlationId":"c","causationId":"c"}',
    created_at_ms: 0,
    hash: Buffer.alloc(32),
  };
}

async function read(rows: readonly EventRow[]) {
  const recorded = await new EventReader(types, { schema: 'bank', vault: vault() }).read(noDatabase, rows);
  return recorded.map(({ event, isErased }) => ({ data: event.data, isErased }));
}

const visited = (data: Visit): Visited => ({ type: 'Visited', data });
const ada = visited({
  ward: 'A1',
  name: 'Ada Lovelace',
  findings: [{ code: 'K35', words: 'pain on the right' }, { code: 'Z00' }],
  notes: { diet: 'no nuts' },
});

describe('a stored event', () => {
  it('holds what is personal sealed, in one value, and the rest as canonical JSON', async () => {
    const [row] = await write([ada]);
    const payload = JSON.parse(row?.payload ?? '') as Record<string, unknown>;
    expect(payload).toEqual({
      [personalKey]: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) as unknown,
      findings: [{ code: 'K35' }, { code: 'Z00' }],
      ward: 'A1',
    });
    expect(row?.payload).toBe(canonicalJson(payload));
    // Nothing shorter: what is sealed spells three letters by chance.
    expect(row?.payload).not.toMatch(/Ada |Lovelace|pain on|no nuts/);
    expect(await read([row as EventRow])).toEqual([{ data: ada.data, isErased: false }]);
  });

  it('whatever it holds, is read as it was written, and erased without its personal fields', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
    const visit = fc.record(
      {
        ward: text,
        name: text,
        findings: fc.array(fc.record({ code: text, words: text }, { requiredKeys: ['code'] }), {
          maxLength: 3,
        }),
        notes: fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true }),
      },
      { requiredKeys: ['ward', 'findings', 'notes'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(visit, { minLength: 1, maxLength: 3 }), async (visits) => {
        keys = new TestKeys();
        const rows = await write(visits.map(visited));
        expect(await read(rows)).toEqual(visits.map((data) => ({ data, isErased: false })));
        keys.erase(subject);
        expect(await read(rows)).toEqual(
          visits.map(({ ward, findings }) => ({
            data: { ward, findings: findings.map(({ code }) => ({ code })) },
            isErased: true,
          })),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('looks different each time, though it says the same', async () => {
    const [one, other] = await write([ada, ada]);
    expect(one?.payload).not.toBe(other?.payload);
  });

  it.each<[string, Partial<EventRow>]>([
    ['stream', { stream_id: 'org:demo/visit/2' }],
    ['tenant', { tenant_id: 'org:other' }],
    ['event', { event_id: '00000000-0000-7000-8000-000000000009' }],
    ['subject', { subject: 'org:demo/user/ben' }],
  ])('that was moved to another %s does not open', async (_what, moved) => {
    const [row] = await write([ada]);
    await expect(read([{ ...(row as EventRow), ...moved }])).rejects.toThrow(BrokenSealError);
  });

  it('given nothing personal in it, needs no key, though its type could hold something', async () => {
    keys.erase(subject);
    const bare = visited({ ward: 'A1', findings: [], notes: {} });
    // An empty map is personal as well: it says that there is nothing to say.
    await expect(write([bare])).rejects.toThrow(SubjectErasedError);
    const { notes: _left, ...data } = bare.data;
    const rows = await write([visited(data as Visit)]);
    expect(await read(rows)).toEqual([{ data, isErased: false }]);
  });

  it('of nobody can hold nothing personal', async () => {
    await expect(write([ada], null)).rejects.toThrow(TypeError);
  });

  it('asks once for the keys of all that is read together', async () => {
    const rows = await write([ada, ada]);
    const asked: (readonly string[])[] = [];
    const { getAll } = keys;
    keys.getAll = (subjects) => {
      asked.push(subjects);
      return getAll.call(keys, subjects);
    };
    await read(rows);
    expect(asked).toEqual([[subject, subject]]);
  });
});

describe('upcasters', () => {
  it.each([
    [1, { fullName: 'Ada Lovelace' }],
    [2, { first: 'Ada', last: 'Lovelace' }],
    [3, { name: { first: 'Ada', last: 'Lovelace' } }],
  ])('lift schema version %i to the latest', async (schemaVersion, payload) => {
    const stored = {
      eventType: 'UserRenamed',
      eventId: 'e1',
      schemaVersion,
      payload: JSON.stringify(payload),
    };
    expect(await read([rowOf(stored, 1, subject)])).toEqual([
      { data: { name: { first: 'Ada', last: 'Lovelace' } }, isErased: false },
    ]);
  });

  it('see the payload opened, whatever was personal in the release that wrote it', async () => {
    const older = defineEventTypes<DomainEvent<'UserRenamed', { fullName: string }>>({
      UserRenamed: {
        message: plainMessage(),
        schemaVersion: 1,
        visibility: 'public',
        personalFields: ['fullName'],
      },
    });
    const writer = new EventWriter(older, vault(), { eventId: () => 'e1' });
    const event: DomainEvent = { type: 'UserRenamed', data: { fullName: 'Ada Lovelace' } };
    const { events } = await writer.write({ tenantId, streamId, subject, events: [event], alongside: [] });
    expect(await read(events.map((stored) => rowOf(stored, 1, subject)))).toEqual([
      { data: { name: { first: 'Ada', last: 'Lovelace' } }, isErased: false },
    ]);
  });

  it('given a schema version of a newer release, refuse to guess', async () => {
    const stored = { eventType: 'UserRenamed', eventId: 'e1', schemaVersion: 4, payload: '{}' };
    await expect(read([rowOf(stored, 1, subject)])).rejects.toBeInstanceOf(UnknownEventError);
  });

  it('given a missing one, stop the definition of the types', () => {
    const { 2: _missing, ...upcasters } = renamed.upcasters ?? {};
    const define = () => defineEventTypes<Renamed>({ UserRenamed: { ...renamed, upcasters } });
    expect(define).toThrow('UserRenamed has no upcaster from schema version 2.');
  });
});
