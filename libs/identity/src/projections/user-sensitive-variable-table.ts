import { column, defineTable } from '@svc/event-store';
import { ownedBy, type PlaceOfUser } from './table-owner.js';

type SensitiveVariableRow = PlaceOfUser & { readonly name: string; readonly sealedValue: string };

export const sensitiveVariableTable = defineTable<SensitiveVariableRow>()(
  'identity.user_sensitive_variable',
  {
    owner: ownedBy('user_id'),
    key: {
      orgId: column((row) => row.orgId),
      userId: column((row) => row.userId),
      name: column((row) => row.name),
    },
    columns: { sealedValue: column((row) => row.sealedValue) },
  },
);
