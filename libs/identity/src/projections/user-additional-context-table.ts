import { column, defineTable } from '@svc/event-store';
import { ownedBy, type PlaceOfUser } from './table-owner.js';

type AdditionalContextRow = PlaceOfUser & { readonly number: number; readonly entry: string };

export const additionalContextTable = defineTable<AdditionalContextRow>()(
  'identity.user_additional_context',
  {
    owner: ownedBy('user_id'),
    key: {
      orgId: column((row) => row.orgId),
      userId: column((row) => row.userId),
      number: column((row) => row.number),
    },
    fixed: { entry: column((row) => row.entry) },
  },
);
