import type { Statement, UserModel, UserModelEntry } from './user-model.js';

/** The difference between two user models, by topic. */
export interface UserModelChanges {
  readonly added: readonly UserModelEntry[];
  /** The current statement differs from the earlier one. */
  readonly changed: readonly { readonly before: UserModelEntry; readonly after: UserModelEntry }[];
  readonly removed: readonly UserModelEntry[];
}

/** For records and reports of updates. Entries with the same statement from other memories are equal. */
export function userModelChanges(before: UserModel, after: UserModel): UserModelChanges {
  const earlier = byKey(before);
  const later = byKey(after);
  return {
    added: after.entries.filter(({ key }) => !earlier.has(key)),
    changed: after.entries.flatMap((entry) => {
      const old = earlier.get(entry.key);
      return old === undefined || saysTheSame(old, entry) ? [] : [{ before: old, after: entry }];
    }),
    removed: before.entries.filter(({ key }) => !later.has(key)),
  };
}

function byKey({ entries }: UserModel): ReadonlyMap<string, UserModelEntry> {
  return new Map(entries.map((entry) => [entry.key, entry]));
}

function saysTheSame(one: Statement, other: Statement): boolean {
  return one.content === other.content;
}
