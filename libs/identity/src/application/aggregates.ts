import type { EventStore } from '@svc/event-store';
import type { IdentityEvent } from '../adapters/event-types.js';
import { userSnapshots } from '../adapters/user-snapshots.js';
import { apiKeyDecider } from '../domain/api-key/api-key.js';
import { organizationDecider } from '../domain/organization/organization.js';
import { roleDecider } from '../domain/role/role.js';
import { userDecider } from '../domain/user/user.js';
import { apiKeyRows } from '../projections/api-key-rows.js';
import { organizationRows } from '../projections/organization-rows.js';
import { roleRows } from '../projections/role-rows.js';
import { userRows } from '../projections/user-rows.js';
import { CommandHandler } from './command-handler.js';

/** The aggregates of this context, each with its decider, its streams and its read model. */
export type Aggregates = ReturnType<typeof createAggregates>;

export function createAggregates(store: EventStore<IdentityEvent>) {
  return {
    organizations: new CommandHandler({
      store,
      category: 'organization',
      decider: organizationDecider,
      rows: organizationRows,
    }),
    roles: new CommandHandler({ store, category: 'role', decider: roleDecider, rows: roleRows }),
    users: new CommandHandler({
      store,
      category: 'user',
      decider: userDecider,
      rows: userRows,
      snapshot: userSnapshots,
    }),
    apiKeys: new CommandHandler({ store, category: 'api_key', decider: apiKeyDecider, rows: apiKeyRows }),
  };
}
