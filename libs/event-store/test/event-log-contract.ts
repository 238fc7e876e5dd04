import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPostgresBlobs } from '@svc/blobs';
import { personalFields } from '@svc/contracts/personal-fields';
import { publicEvents } from '@svc/contracts/public-events';
import { canonicalJson, userSubject, type DomainEvent, type JsonObject, type JsonValue } from '@svc/kernel';
import type { MigrationOptions } from '@svc/postgres';
import { cutPersonal, mergePersonal } from '@svc/sealing';
import { createTestDatabase, TestKeys, type TestDatabase } from '@svc/testing';
import fc from 'fast-check';
import { EventStore, verifyStreams, type EventTypes } from '../src/index.js';
import { emptyStreamHead } from '../src/stream-head.js';
import {
  countedIds,
  metadata,
  newAccountStream as newStream,
  subject,
  tenant,
  testClock,
} from './account-log.js';

export interface EventLogContract<Event extends DomainEvent> {
  /** As the context's main applies them: its schema, the event log's folder, then its own. */
  readonly migrations: MigrationOptions;
  readonly types: EventTypes<Event>;
  /** At least one event of each type; those with optional fields both with and without them. */
  readonly samples: readonly Event[];
  /** Where the messages of the payloads stand, one for each type and of the same name: `svc.identity.v1`. */
  readonly protoPackage?: string;
}

const markedPublic: Readonly<Record<string, object>> = publicEvents;
const marks: Readonly<Record<string, readonly string[]>> = personalFields;

/** What the event log of every context keeps. Each context's tests call it with its own types and migrations. */
export function describeEventLog<Event extends DomainEvent>(contract: EventLogContract<Event>): void {
  const { migrations, types, samples, protoPackage } = contract;
  const { schema } = migrations;

  describe(`the event log of ${schema}`, () => {
    let test: TestDatabase;
    let store: EventStore<Event>;
    const keys = new TestKeys();
    beforeAll(async () => {
      test = await createTestDatabase({ migrations });
      store = new EventStore<Event>({
        schema,
        database: test.database,
        types,
        clock: testClock,
        ids: countedIds,
        vault: { keys, blobs: createPostgresBlobs({ database: test.database, schema }), random: randomBytes },
      });
    });
    afterAll(() => test.drop());

    it('is tested with samples of all its types', () => {
      const sampled = new Set(samples.map(({ type }) => type));
      expect([...sampled].sort()).toEqual([...types.byName.keys()].sort());
    });

    if (protoPackage !== undefined) {
      it('publishes the types that the contract marks as public, and no others', () => {
        const published = [...types.byName].flatMap(([name, { visibility }]) =>
          visibility === 'public' ? [name] : [],
        );
        expect(published.sort()).toEqual(Object.keys(markedPublic[schema] ?? {}).sort());
      });
    }

    it('is tested with a value of each field that may lack one', () => {
      expect(fieldsWithoutValue(samples)).toEqual([]);
    });

    it('gives every sample back as it was appended, and its stream verifies', async () => {
      const streamId = newStream();
      const request = {
        tenantId: tenant,
        subject,
        streamId,
        expected: emptyStreamHead,
        events: samples,
        metadata,
      };
      await store.append(test.database, request);
      const read = await store.readStream(test.database, streamId);
      expect(read.map(({ event }) => event)).toEqual(samples);
      const report = await verifyStreams(test.database, schema, { streamPrefix: streamId });
      expect(report).toEqual({ streams: 1, events: samples.length, violations: [] });
    });

    it('puts what it cut out of a payload back, whatever is left out of it or repeated', () => {
      for (const { type, data } of samples) {
        const { message, personalFields: paths = [] } = types.byName.get(type) ?? {};
        const payload = message?.toJSON(data) as JsonObject;
        fc.assert(
          fc.property(variantsOf(payload) as fc.Arbitrary<JsonObject>, (variant) => {
            const { plain, personal } = cutPersonal(variant, paths);
            const merged = personal ? mergePersonal(plain, personal) : plain;
            expect(canonicalJson(merged)).toBe(canonicalJson(variant));
          }),
          { numRuns: 50 },
        );
      }
    });

    it('gives every sample back without its personal fields once its subject is erased', async () => {
      const erased = userSubject(tenant, countedIds.resourceId(tenant));
      const streamId = newStream();
      const place = { tenantId: tenant, subject: erased, streamId };
      await store.append(test.database, { ...place, expected: emptyStreamHead, events: samples, metadata });
      keys.erase(erased);
      const read = await store.readStream(test.database, streamId);
      expect(read.map(({ event }) => event.type)).toEqual(samples.map(({ type }) => type));
      for (const [index, { event, isErased }] of read.entries()) {
        const sample = samples[index] as Event;
        const { message, personalFields = [] } = types.byName.get(sample.type) ?? {};
        const { plain, personal } = cutPersonal(message?.toJSON(sample.data) as JsonObject, personalFields);
        expect(isErased).toBe(personal !== undefined);
        expect(event.data).toEqual(message?.fromJSON(plain));
      }
    });

    it('takes events of types with personal fields only in the stream of a subject', async () => {
      for (const event of samples) {
        const place = { tenantId: tenant, subject: null, streamId: newStream() };
        const request = { ...place, expected: emptyStreamHead, events: [event], metadata };
        const append = store.append(test.database, request);
        if (types.byName.get(event.type)?.personalFields?.length)
          await expect(append).rejects.toThrow(TypeError);
        else await append;
      }
    });

    it('refuses the second of two writers, and stores nothing of it', async () => {
      const streamId = newStream();
      const request = {
        tenantId: tenant,
        subject,
        streamId,
        expected: emptyStreamHead,
        events: samples.slice(0, 1),
        metadata,
      };
      await store.append(test.database, request);
      const failure = { name: 'ConcurrencyError', expectedVersion: 0, actualVersion: 1 };
      await expect(store.append(test.database, request)).rejects.toMatchObject(failure);
      expect(await store.readStream(test.database, streamId)).toHaveLength(1);
    });

    it('is applied by a subscription, each event once and in its order', async () => {
      const seen: Event[] = [];
      const streamId = newStream();
      const subscription = store.subscribe({
        name: 'contract_suite',
        startAt: 'start',
        apply: async (_tx, events) =>
          void seen.push(...events.filter((event) => event.streamId === streamId).map(({ event }) => event)),
        onError: (error) => {
          throw error;
        },
      });
      const request = {
        tenantId: tenant,
        subject,
        streamId,
        expected: emptyStreamHead,
        events: samples,
        metadata,
      };
      await store.append(test.database, request);
      await subscription.caughtUp();
      await subscription.stop();
      expect(seen).toEqual(samples);
    });

    if (protoPackage === undefined) return;
    it.each([...types.byName])(
      'shows the payload codec the personal fields of %s as proto marks them',
      (name, type) => {
        expect([...(type.personalFields ?? [])].sort()).toEqual(
          [...(marks[`${protoPackage}.${name}`] ?? [])].sort(),
        );
      },
    );
  });
}

/** The same with fields missing, with lists shorter or longer, and with other texts. */
function variantsOf(value: JsonValue): fc.Arbitrary<JsonValue> {
  if (typeof value === 'string') return fc.oneof(fc.constant(value), fc.string());
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map(variantsOf);
    return items.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...items), { maxLength: 4 });
  }
  if (typeof value !== 'object' || value === null) return fc.constant(value);
  const fields = Object.entries(value).map(([key, inner]) => [key, variantsOf(inner)] as const);
  // Absent fields have no key, so none is undefined.
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: [],
    noNullPrototype: true,
  }) as fc.Arbitrary<JsonObject>;
}

/** Fields that are null in each of the events that have them: `UserCreated.user.nickname`, `OrderPlaced.lines.*.note`. */
function fieldsWithoutValue(events: readonly DomainEvent[]): readonly string[] {
  const isFilled = new Map<string, boolean>();
  const visit = (value: unknown, path: string): void => {
    isFilled.set(path, isFilled.get(path) === true || value !== null);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value))
      visit(inner, `${path}.${Array.isArray(value) ? '*' : key}`);
  };
  for (const { type, data } of events) visit(data, type);
  return [...isFilled].filter(([, filled]) => !filled).map(([path]) => path);
}
