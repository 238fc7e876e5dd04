import type { FieldChecks } from '@svc/errors';
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

function checkTags(checks: FieldChecks, tags: readonly ConversationTag[]): void {
  const loc = ['body', 'tags'];
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
