import type { Condition, Placeholder } from './page.js';

export interface TagFilter {
  readonly key: string;
  /** `undefined` = whatever its value, null = the tag has none. */
  readonly value: string | null | undefined;
}

/** A tag filter as requests between services write it. */
interface WrittenTagFilter {
  readonly key: string;
  readonly match?:
    | { readonly $case: 'value'; readonly value: string }
    | { readonly $case: 'noValue' | 'anyValue'; readonly value: boolean }
    | undefined;
}

/** Without a match: whatever its value. */
export function tagFilterOf({ key, match }: WrittenTagFilter): TagFilter {
  switch (match?.$case) {
    case 'value':
      return { key, value: match.value };
    case 'noValue':
      return { key, value: null };
    case 'anyValue':
    case undefined:
      return { key, value: undefined };
  }
}

/**
 * A row has all of these tags; none: whatever it has. One text for any tags in any number: each text is planned, and kept by
 * every connection for its whole life. A condition per tag would be joins without number, of the caller's making.
 * @param rows the tags of the row, as a FROM and WHERE over a table `t` with `key` and `value`
 */
export function hasTags(tags: readonly TagFilter[], rows: string): Condition {
  return tags.length === 0 ? null : (placeholder) => hasAllTags(tags, rows, placeholder);
}

function hasAllTags(tags: readonly TagFilter[], rows: string, placeholder: Placeholder): string {
  const keys = placeholder(tags.map(({ key }) => key));
  const values = placeholder(tags.map(({ value }) => value ?? null));
  const withAnyValue = placeholder(tags.map(({ value }) => value === undefined));
  return `NOT EXISTS (
     SELECT FROM unnest(${keys}::text[], ${values}::text[], ${withAnyValue}::boolean[]) AS wanted (key, value, any_value)
     WHERE NOT EXISTS (
       SELECT ${rows} AND t.key = wanted.key
         AND (wanted.any_value OR t.value IS NOT DISTINCT FROM wanted.value)))`;
}
