import { column, defineTable, json, personal, unlisted } from '@svc/event-store';
import { ownedBy, rowsOfUser, type PlaceOfUser } from './table-owner.js';

export type SensitiveVariablesRow = PlaceOfUser & { readonly variables: Readonly<Record<string, string>> };

/** One row for each user that has some: the names are as personal as the values. */
export const sensitiveVariablesTable = defineTable<SensitiveVariablesRow>()(
  'identity.user_sensitive_variables',
  {
    owner: ownedBy('user_id'),
    key: { orgId: unlisted(column((row) => row.orgId)), userId: unlisted(column((row) => row.userId)) },
    columns: {
      variables: personal(
        json((row) => row.variables),
        { erased: {} },
      ),
    },
    subjectRows: rowsOfUser,
  },
);
