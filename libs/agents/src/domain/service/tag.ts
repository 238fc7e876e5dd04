/** A label of a service; `value` null = a tag without a value. */
export interface Tag {
  readonly key: string;
  readonly value: string | null;
}

/** Sorted by key in UTF-16 code units, so that equal sets of tags are equal lists. */
export function sortTags(tags: readonly Tag[]): readonly Tag[] {
  return tags.toSorted((left, right) => (left.key < right.key ? -1 : 1));
}
