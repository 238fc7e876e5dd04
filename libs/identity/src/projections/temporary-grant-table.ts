import {
  column,
  defineTable,
  instant,
  json,
  personal,
  unlisted,
  type ListedRow,
  type SealedRow,
} from '@svc/event-store';
import type { TemporaryGrant } from '../domain/temporary-grant/temporary-grant.js';
import { ownedBy, rowsOfHomeUser } from './table-owner.js';

type TemporaryGrantSource = TemporaryGrant & { readonly orgId: string };

/** Rows never change, and stay after the grant has ended. */
export const temporaryGrantTable = defineTable<TemporaryGrantSource>()(
  'identity.temporary_permission_grant',
  {
    owner: ownedBy('grant_id'),
    key: { orgId: column((row) => row.orgId), grantId: column((row) => row.grantId) },
    fixed: {
      userId: column((row) => row.userId),
      homeOrgId: column((row) => row.homeOrgId),
      permissionName: column((row) => row.permissionGrant.permissionName),
      permissionGrant: json((row) => row.permissionGrant),
      tags: json((row) => row.tags),
      justification: personal(
        column((row) => row.justification),
        { erased: '' },
      ),
      creatorOrgId: column((row) => row.creatorOrgId),
      creatorUserId: column((row) => row.creatorUserId),
      responsibleUserId: unlisted(column((row) => row.responsibleUserId)),
      createdAtMs: instant((row) => row.createdAtMs),
      expiresAtMs: instant((row) => row.expiresAtMs),
    },
    subjectRows: rowsOfHomeUser,
  },
);

export type TemporaryGrantRow = ListedRow<typeof temporaryGrantTable>;
export type SealedTemporaryGrant = SealedRow<typeof temporaryGrantTable>;
