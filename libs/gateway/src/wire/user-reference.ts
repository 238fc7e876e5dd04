import { z } from 'zod';
import { named } from './documented.js';

/** A user, with their organization. */
export const UserReference = named(
  'UserReference',
  z.strictObject({ org_id: z.string(), user_id: z.string() }),
);
