import { DomainError, FieldChecks } from '@svc/errors';
import { characterCount, tagBounds, type StateShape } from '@svc/kernel';

export interface ConversationTag {
  readonly key: string;
  readonly value: string | null;
}

/** What lists show of a conversation from its beginning. */
export interface ConversationDescription {
  /** Sorted by key. */
  readonly tags: readonly ConversationTag[];
}

/** Of what a snapshot keeps. */
export const descriptionShape: StateShape<ConversationDescription> = {
  tags: ['list', { key: 'string', value: 'string?' }],
};

export function checkDescription(checks: FieldChecks, { tags }: ConversationDescription): void {
  checkTags(checks, tags);
}

/** What changes of the tags. */
export interface TagChanges {
  /** Set or replaced. */
  readonly updates: readonly ConversationTag[];
  /** Keys. */
  readonly deletes: readonly string[];
}

/** What can be said without the conversation. @throws DomainError `validation_failed` */
export function checkTagChanges({ updates, deletes }: TagChanges): void {
  const checks = new FieldChecks();
  checkTags(checks, updates, 'updates');
  checks
    .atMost(['body', 'deletes'], deletes, tagBounds.items)
    .unique(['body'], [...new Set(updates.map(({ key }) => key)), ...new Set(deletes)])
    .verify();
}

/** Sorted by key. @throws DomainError `invalid_request`: too many */
export function tagsAfter(
  tags: readonly ConversationTag[],
  { updates, deletes }: TagChanges,
): readonly ConversationTag[] {
  const gone = new Set([...deletes, ...updates.map(({ key }) => key)]);
  const after = sortedTags([...tags.filter(({ key }) => !gone.has(key)), ...updates]);
  if (after.length <= tagBounds.items) return after;
  throw new DomainError('invalid_request', `A conversation has at most ${tagBounds.items} tags.`);
}

export function sortedTags(tags: readonly ConversationTag[]): readonly ConversationTag[] {
  return tags.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

function checkTags(checks: FieldChecks, tags: readonly ConversationTag[], field = 'tags'): void {
  const loc = ['body', field];
  const keys = tags.map(({ key }) => key);
  checks.atMost(loc, tags, tagBounds.items).unique(loc, keys);
  for (const { key, value } of tags) {
    checks.pattern([...loc, key], key, tagBounds.text, `the key ${tagBounds.textRule}`);
    if (value !== null) checkTagValue(checks, [...loc, key], value);
  }
}

/** Blank ones are values too. */
function checkTagValue(checks: FieldChecks, loc: readonly string[], value: string): void {
  checks.storable(loc, value);
  const most = tagBounds.valueCharacters;
  if (value === '' || characterCount(value) > most)
    checks.refuse(loc, `must hold 1 to ${most} characters`, 'value_error');
}
