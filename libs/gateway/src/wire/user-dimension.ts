import { z } from 'zod';
import { named } from './documented.js';

/** What an organization wants to know of its users, and each entry of a user model belongs to. */
export const ShownUserDimension = named(
  'UserDimension',
  z.strictObject({ description: z.string(), tags: z.array(z.string()) }),
);
