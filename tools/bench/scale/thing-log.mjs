// The log that is measured: things with ten events each, a few with a thousand and ten thousand, and a read model.
import '../../../test/support/source-loader.mjs';

const { column, defineEventTypes, defineTable, EventStore } = await import('@svc/event-store');
const { systemClock, systemIds } = await import('@svc/runtime');

export const tenantId = 'org:bench';
/** Events of an ordinary stream. */
export const ordinaryLength = 10;
/** How many streams there are of greater lengths, by their category. */
export const longStreams = {
  tale: { length: 1_000, count: 20 },
  epic: { length: 10_000, count: 5 },
};
export const text = 'x'.repeat(300);
export const metadata = {
  actor: 'user:65f0c0ffee65f0c0ffee65f0',
  correlationId: 'req_5f2b6c8a9d3e4f10',
  causationId: 'cmd_5f2b6c8a9d3e4f10',
};

const plain = { message: { toJSON: (data) => data, fromJSON: (json) => json }, schemaVersion: 1 };
const types = defineEventTypes({
  ThingBegan: { ...plain, visibility: 'public' },
  ThingWentOn: { ...plain, visibility: 'private' },
});

export function openStore(database, schema) {
  return new EventStore({ schema, database, types, clock: systemClock, ids: systemIds });
}

/** @param nth from 0 */
export function streamOf(category, nth) {
  return `${tenantId}/${category}/${nth.toString(16).padStart(24, '0')}`;
}

export const event = (type, ordinal) => ({ type, data: { ordinal, text } });

export function createThingTable(schema) {
  return `CREATE TABLE ${schema}.thing (tenant_id text, thing_id text, events integer, PRIMARY KEY (tenant_id, thing_id))`;
}

/** What a rebuild makes anew: one row for each ordinary stream. */
export function thingAggregate(schema) {
  const table = defineTable()(`${schema}.thing`, {
    key: { tenantId: column((row) => row.tenantId), thingId: column((row) => row.thingId) },
    fixed: {},
    columns: { events: column((row) => row.events) },
  });
  const rowOf = (id, state) => (state.events === 0 ? null : { tenantId, thingId: id, ...state });
  return {
    category: 'thing',
    decider: { initialState: { events: 0 }, evolve: ({ events }) => ({ events: events + 1 }) },
    rows: ({ id, before, after }) => table.sync(rowOf(id, before), rowOf(id, after)),
    tables: [table],
  };
}
