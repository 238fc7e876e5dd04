import { column, defineTable, personal, unlisted } from '@svc/event-store';
import { characterCount } from '@svc/kernel';
import { ownedBy, rowsOfUser, type PlaceOfUser } from './table-owner.js';

type AdditionalContextRow = PlaceOfUser & { readonly number: number; readonly entry: string };

export const additionalContextTable = defineTable<AdditionalContextRow>()(
  'identity.user_additional_context',
  {
    owner: ownedBy('user_id'),
    key: {
      orgId: unlisted(column((row) => row.orgId)),
      userId: unlisted(column((row) => row.userId)),
      number: unlisted(column((row) => row.number)),
    },
    fixed: {
      // How many of the newest an agent reads is decided before they are opened.
      characters: unlisted(column((row) => characterCount(row.entry))),
      entry: personal(
        column((row) => row.entry),
        { erased: '' },
      ),
    },
    subjectRows: rowsOfUser,
  },
);
