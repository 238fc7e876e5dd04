import { type DomainError, validationError } from '@svc/errors';
import type { Page, PageInfo, SortKey } from '@svc/contracts/common';
import { z } from 'zod';
import { named } from '../wire/documented.js';
import { repeated, wholeNumber } from '../wire/query.js';

/** Of lists whose token clients only pass on. */
const opaqueToken = z.string().min(1).max(64);

/** `limit` from 1 to 200, and `continuation_token`, which `toOpaquePage` reads. */
export const opaquePageParameters = {
  limit: wholeNumber(1, 200).default(50),
  continuation_token: opaqueToken.optional(),
};

/** `+name` or `-name`, first key first; a raw `+` arrives as a space. */
export function signedSortKeys(...fields: readonly [string, ...string[]]) {
  return repeated(
    z
      .string()
      .regex(new RegExp(`^[+ -](?:${fields.join('|')})$`), `must be + or - and one of ${fields.join(', ')}`)
      .transform((text): SortKey => ({ field: text.slice(1), descending: text.startsWith('-') })),
  );
}

export function opaquePage<Item extends z.ZodType>(name: string, item: Item) {
  return named(
    name,
    z.strictObject({
      items: z.array(item),
      has_more: z.boolean(),
      continuation_token: z.string().nullable(),
    }),
  );
}

interface OpaqueQuery {
  readonly limit: number;
  readonly continuation_token?: string | undefined;
}

/** @throws DomainError `validation_failed` for a token that no list gives. */
export function toOpaquePage({ limit, continuation_token: token }: OpaqueQuery): Page {
  return { limit, offset: token === undefined ? 0 : offsetOf(token) };
}

export function fromOpaquePageInfo(page: PageInfo | undefined) {
  const { hasMore = false, nextOffset } = page ?? {};
  return { has_more: hasMore, continuation_token: nextOffset === undefined ? null : tokenOf(nextOffset) };
}

function tokenOf(offset: number): string {
  return Buffer.from(`after ${offset}`).toString('base64url');
}

function offsetOf(token: string): number {
  const [, digits] = /^after (\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (digits !== undefined && tokenOf(Number(digits)) === token) return Number(digits);
  throw noToken();
}

function noToken(): DomainError {
  const msg = 'must be a token that this list has given';
  return validationError([{ loc: ['query', 'continuation_token'], msg, type: 'value_error' }]);
}
