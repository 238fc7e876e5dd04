import { z } from 'zod';
import { named } from '../wire/documented.js';
import { pageKeys, pageParameters } from '../wire/page.js';

/** `limit` from 1 to 100, and `continuation_token`: the offset of the page's first item. */
export const PlatformPageQuery = z.object(pageParameters(1, 100, 10));

/** Every page of the Platform interface. */
export function platformPage<Item extends z.ZodType>(name: string, item: Item) {
  return named(name, z.strictObject({ items: z.array(item), ...pageKeys }));
}
