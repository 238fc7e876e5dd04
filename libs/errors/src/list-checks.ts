import type { FieldChecks } from './field-checks.js';

/** What a list is asked for: `limit` items after the first `offset`. */
export interface RequestedPage {
  readonly limit: number;
  readonly offset: number;
}

/** What a list allows. */
export interface PageLimits {
  readonly minimum: number;
  readonly maximum: number;
}

/** Prisma takes no larger offset. */
const largestOffset = 2 ** 31 - 1;

/** Limit (the maximum when left out) and offset. */
export function pageOf(
  page: RequestedPage | undefined,
  limits: PageLimits,
  checks: FieldChecks,
): RequestedPage {
  const { limit, offset } = page ?? { limit: limits.maximum, offset: 0 };
  if (limit < limits.minimum || limit > limits.maximum) {
    const msg = `must be from ${limits.minimum} to ${limits.maximum}`;
    checks.refuse(['query', 'limit'], msg, 'out_of_range');
  }
  if (offset < 0 || offset > largestOffset) {
    checks.refuse(
      ['query', 'continuation_token'],
      'must be a token that this list has given',
      'out_of_range',
    );
  }
  return { limit, offset };
}

/** The keys in the order asked for; unknown fields are refused. */
export function sortKeysOf<Field extends string>(
  keys: readonly { readonly field: string; readonly descending: boolean }[],
  fields: readonly Field[],
  checks: FieldChecks,
): readonly { readonly field: Field; readonly descending: boolean }[] {
  return keys.flatMap(({ field, descending }) => {
    const known = fields.find((name) => name === field);
    if (known !== undefined) return [{ field: known, descending }];
    checks.refuse(['query', 'sort_by'], `must be one of ${fields.join(', ')}`, 'enum');
    return [];
  });
}
