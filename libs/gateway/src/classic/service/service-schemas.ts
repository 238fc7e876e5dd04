import { z } from 'zod';
import { pageParameters, sortParameter } from '../../wire/page.js';
import { flag, oid, repeated } from '../../wire/query.js';
import { tagFilters } from '../../wire/tags.js';

/** Contract-classic.md 1.7. */
export const ListServices = z.object({
  id: repeated(oid),
  is_active: flag.optional(),
  tags: tagFilters,
  sort_by: sortParameter(['name', 'is_active']),
  ...pageParameters(1, 20, 10),
});
