import { isStorableText } from '@svc/kernel';

/** What can't be an id finds nothing; asking for such ids alone must not become asking for all. */
export function idsToSearch(ids: readonly string[]): readonly string[] {
  const possible = [...new Set(ids)].filter(isStorableText);
  return ids.length > 0 && possible.length === 0 ? [''] : possible;
}
