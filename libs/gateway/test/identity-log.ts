import { randomBytes, randomUUID } from 'node:crypto';
import { identityEvents } from '@svc/contracts/public-events';
import { PostgresEventBus, type EventBus } from '@svc/event-bus';
import {
  defineEventTypes,
  emptyStreamHead,
  EventStore,
  eventStoreMigrations,
  LocalSignals,
  StoredLog,
  type EventType,
} from '@svc/event-store';
import { organizationTenant, streamId, type TenantId } from '@svc/kernel';
import { createTestDatabase, TestKeys, type PublicEventSample } from '@svc/testing';

/** Its content does not matter to consumers that only need to know of a change. */
const bare: EventType<object> = {
  message: { toJSON: (data) => data, fromJSON: (json) => json as object },
  schemaVersion: 1,
  visibility: 'public',
};
const definitions = {
  [identityEvents.AdditionalContextAdded.type]: bare,
  [identityEvents.UserProfileChanged.type]: bare,
  [identityEvents.UserPreferencesChanged.type]: bare,
  [identityEvents.UserRoleAssigned.type]: bare,
  [identityEvents.UserDeleted.type]: bare,
  [identityEvents.RoleReplaced.type]: bare,
  [identityEvents.TemporaryPermissionGrantCreated.type]: bare,
  [identityEvents.ApiKeyRoleAssigned.type]: bare,
  [identityEvents.MembershipDeleted.type]: bare,
  [identityEvents.ApiKeyDeleted.type]: bare,
  [identityEvents.WorkspaceArchived.type]: bare,
  [identityEvents.WorkspaceOwnerChanged.type]: bare,
  [identityEvents.WorkspaceApiKeyRotated.type]: bare,
  [identityEvents.WorkspaceApiKeyDeleted.type]: bare,
};

/** Identity's log on its own database, and the bus that reads it. */
export async function startIdentityLog() {
  const schema = 'identity';
  const test = await createTestDatabase({ migrations: { schema, folders: [eventStoreMigrations] } });
  const { database } = test;
  const signals = new LocalSignals();
  const bus = new PostgresEventBus({ [schema]: new StoredLog({ schema, database, signals, pollMs: 20 }) });
  const begun = Promise.withResolvers<void>();
  const tail: EventBus['tail'] = async (options) => {
    const begins = await bus.tail(options);
    begun.resolve();
    return begins;
  };
  const store = new EventStore({
    schema,
    database,
    types: defineEventTypes(definitions),
    clock: { now: () => 1_795_219_200_000 },
    ids: { resourceId: () => randomUUID(), uuid: () => randomUUID(), eventId: () => randomUUID() },
    vault: { keys: new TestKeys(), random: randomBytes, blobs: undefined },
    signals,
  });
  const publishIn = async (
    tenantId: TenantId,
    type: keyof typeof definitions,
    { payload }: Pick<PublicEventSample, 'payload'> = { payload: {} },
  ): Promise<void> => {
    await store.append(database, {
      tenantId,
      streamId: streamId(tenantId, 'changed', randomUUID()),
      subject: null,
      expected: emptyStreamHead,
      events: [{ type, data: payload }],
      metadata: { actor: 'user:1', correlationId: 'request-1', causationId: 'command-1' },
    });
  };
  return {
    bus: { tail },
    /** Resolves when a tail receives what is published from now on. */
    begun: begun.promise,
    /** One event on its own stream. */
    publishIn,
    /** The same in an organization. */
    publish: (
      type: keyof typeof definitions,
      orgId: string,
      sample?: Pick<PublicEventSample, 'payload'>,
    ): Promise<void> => publishIn(organizationTenant(orgId), type, sample),
    drop: () => test.drop(),
  };
}
