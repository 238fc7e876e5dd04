import { isStorableText } from '@svc/kernel';

/** A malformed id matches nothing. A filter of malformed ids must not turn into no filter. */
export function idsToSearch(ids: readonly string[]): readonly string[] {
  const possible = [...new Set(ids)].filter(isStorableText);
  return ids.length > 0 && possible.length === 0 ? [''] : possible;
}
