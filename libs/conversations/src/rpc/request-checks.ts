import type { Page } from '@svc/contracts/common';
import { DomainError, type FieldChecks } from '@svc/errors';
import { isStorableText } from '@svc/kernel';

const objectId = /^[0-9a-f]{24}$/;

/** Anything else can't be the id of something that exists. @throws DomainError `not_found` */
export function requireObjectId(kind: string, id: string): string {
  if (objectId.test(id)) return id;
  throw new DomainError('not_found', `There is no ${kind} with this id.`);
}

/** What can't be an id finds nothing; asking for such ids alone must not become asking for all. */
export function idsToSearch(ids: readonly string[]): readonly string[] {
  const possible = [...new Set(ids)].filter(isStorableText);
  return ids.length > 0 && possible.length === 0 ? [''] : possible;
}

export interface PageLimits {
  readonly minimum: number;
  readonly maximum: number;
}

/** Prisma takes no larger offset. */
const largestOffset = 2 ** 31 - 1;

/** Limit (the maximum when left out) and offset. */
export function pageOf(
  page: Page | undefined,
  limits: PageLimits,
  checks: FieldChecks,
): { readonly limit: number; readonly offset: number } {
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

/** Text of the wire that may be blank, but must be storable. */
export function checkStorable(checks: FieldChecks, loc: readonly (string | number)[], text: string): void {
  if (!isStorableText(text)) {
    checks.refuse(loc, 'must not hold U+0000 or lone surrogates', 'string_unstorable');
  }
}
