import { z } from 'zod';
import { named } from './documented.js';
import { shown } from './shown.js';

/** A user, with their organization. */
export const UserReference = named(
  'UserReference',
  z.strictObject({ org_id: z.string(), user_id: z.string() }),
);

/** `org_id,user_id` in a query. Neither holds a comma. */
export const userReference = z
  .string()
  .regex(/^[^,]+,[^,]+$/, 'must have the form org_id,user_id')
  .transform((text) => {
    const [orgId = '', userId = ''] = text.split(',');
    return { orgId, userId };
  });

/** The author of a change. */
export function fromAuthor(author: { readonly orgId: string; readonly userId: string } | undefined) {
  return shown(UserReference, { org_id: author?.orgId ?? '', user_id: author?.userId ?? '' });
}
