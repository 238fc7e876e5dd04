import { workspacesAggregates } from '@svc/workspaces';
import { apiKeyAggregate } from './api-keys.js';
import { membershipAggregate } from './memberships.js';
import { organizationAggregate } from './organizations.js';
import { personAggregate } from './persons.js';
import { roleAggregate } from './roles.js';
import { temporaryGrantAggregate } from './temporary-grants.js';
import { userAggregate } from './users.js';

/** All aggregates of this context, for what reads its whole log. */
export const identityAggregates = [
  organizationAggregate,
  roleAggregate,
  userAggregate,
  personAggregate,
  membershipAggregate,
  apiKeyAggregate,
  temporaryGrantAggregate,
  ...workspacesAggregates,
];
