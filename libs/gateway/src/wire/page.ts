import type { Page, PageInfo, SortKey } from '@svc/contracts/common';
import { z } from 'zod';
import { repeated, wholeNumber } from './query.js';

/** `limit` and `continuation_token`: the offset of the page's first item. */
export function pageParameters(minimum: number, maximum: number, standard: number) {
  return {
    limit: wholeNumber(minimum, maximum).default(standard),
    continuation_token: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  };
}

export function toPage(query: { readonly limit: number; readonly continuation_token: number }): Page {
  return { limit: query.limit, offset: query.continuation_token };
}

/** The keys of every page; the token is null on the last page and on an empty one. */
export const pageKeys = { has_more: z.boolean(), continuation_token: z.int().nullable() };

/** A page of 0 items only tells whether there are any: no page follows it. */
export function fromPageInfo(page: PageInfo | undefined, query: { readonly limit: number }) {
  const next = query.limit === 0 ? undefined : page?.nextOffset;
  return { has_more: page?.hasMore ?? false, continuation_token: next ?? null };
}

/** `+name`, `-name` or `name`; a raw `+` arrives as a space. */
export function sortParameter<Field extends string>(fields: readonly [Field, ...Field[]]) {
  const key = z
    .string()
    .regex(
      new RegExp(`^[+ -]?(?:${fields.map(escapeDots).join('|')})$`),
      `must be one of ${fields.join(', ')}, with + or -`,
    )
    .transform((text): SortKey => ({ field: text.replace(/^[+ -]/, ''), descending: text.startsWith('-') }));
  return repeated(key);
}

function escapeDots(field: string): string {
  return field.replaceAll('.', String.raw`\.`);
}
