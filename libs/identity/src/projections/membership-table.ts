import { column, defineTable, instant } from '@svc/event-store';
import type { Membership } from '../domain/membership/membership.js';
import { ownedBy } from './table-owner.js';

type MembershipRow = Membership & { readonly orgId: string };

/** Rows never change; an ended membership has none, nor has a deleted user. */
export const membershipTable = defineTable<MembershipRow>()('identity.membership', {
  owner: ownedBy('user_id'),
  key: { orgId: column((row) => row.orgId), userId: column((row) => row.userId) },
  fixed: {
    homeOrgId: column((row) => row.homeOrgId),
    roleId: column((row) => row.roleId),
    createdAtMs: instant((row) => row.createdAtMs),
  },
});
