import { describeRecordedHistories } from '@svc/event-store/history-contract';
import { apiKeyDecider } from '../domain/api-key/api-key.js';
import { membershipDecider } from '../domain/membership/membership.js';
import { organizationDecider } from '../domain/organization/organization.js';
import { personDecider } from '../domain/person/person.js';
import { roleDecider } from '../domain/role/role.js';
import { temporaryGrantDecider } from '../domain/temporary-grant/temporary-grant.js';
import { userDecider } from '../domain/user/user.js';
import { identityEventTypes } from './event-types.js';

describeRecordedHistories({
  folder: new URL('../../test/recorded-histories/', import.meta.url),
  types: identityEventTypes,
  deciders: {
    api_key: apiKeyDecider,
    membership: membershipDecider,
    organization: organizationDecider,
    person: personDecider,
    role: roleDecider,
    temporary_permission_grant: temporaryGrantDecider,
    user: userDecider,
  },
});
