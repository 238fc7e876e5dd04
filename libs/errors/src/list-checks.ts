import type { FieldChecks } from './field-checks.js';

/** A requested page: `limit` items after the first `offset`. */
export interface RequestedPage {
  readonly limit: number;
  readonly offset: number;
}

/** Bounds of a list. */
export interface PageLimits {
  readonly minimum: number;
  readonly maximum: number;
}

/** Prisma's maximum offset. */
const largestOffset = 2 ** 31 - 1;

/** Limit (the maximum by default) and offset. */
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

/** The keys in the requested order; unknown fields are rejected. */
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
