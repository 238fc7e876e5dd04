import { workspacesAggregates } from '@svc/workspaces';
import { apiKeyAggregate } from './api-keys.js';
import { membershipAggregate } from './memberships.js';
import { organizationAggregate } from './organizations.js';
import { roleAggregate } from './roles.js';
import { temporaryGrantAggregate } from './temporary-grants.js';
import { userAggregate } from './users.js';

/** All that this context has, as what goes through its log sees them. */
export const identityAggregates = [
  organizationAggregate,
  roleAggregate,
  userAggregate,
  membershipAggregate,
  apiKeyAggregate,
  temporaryGrantAggregate,
  ...workspacesAggregates,
];
