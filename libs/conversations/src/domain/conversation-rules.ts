import { FieldChecks } from '@svc/errors';
import { characterCount, tagBounds } from '@svc/kernel';
import type { ConversationDescription, ConversationTag } from './conversation-identity.js';

// Bounds of what is said at once: what is heard in a turn becomes one event of the log. Characters are code points.
// Whoever takes a request judges by them before anything is looked up.
const mostMessageCharacters = 20_000;
const mostExternalEvents = 20;
const mostCharactersTogether = 40_000;

export interface NewConversationFields extends ConversationDescription {
  readonly versionSetName: string;
  /** Null: the agent speaks first. */
  readonly initialText: string | null;
}

/** @throws DomainError `validation_failed` naming each field that breaks its bounds. */
export function checkNewConversation({ versionSetName, initialText, tags }: NewConversationFields): void {
  const checks = new FieldChecks();
  if (initialText !== null) checkMessage(checks, ['body', 'initial_message'], initialText);
  checks.storable(['body', 'service_version_set_name'], versionSetName);
  checkTags(checks, tags);
  checks.verify();
}

/**
 * Texts are counted together only where each for itself is within its bound.
 * @param contents of external events
 * @throws DomainError `validation_failed`
 */
export function checkHeard(text: string, contents: readonly string[]): void {
  const loc = ['body', 'external_event_message_content'];
  const checks = new FieldChecks();
  checkMessage(checks, ['body', 'recorded_message'], text);
  checks.atMost(loc, contents, mostExternalEvents);
  contents.forEach((content, index) => checkMessage(checks, [...loc, index], content));
  checks.verify();
  const together = [text, ...contents].reduce((sum, said) => sum + characterCount(said), 0);
  if (together > mostCharactersTogether) {
    const rule = `must hold at most ${mostCharactersTogether} characters together with the message`;
    checks.refuse(loc, rule, 'too_long').verify();
  }
}

function checkMessage(checks: FieldChecks, loc: readonly (string | number)[], text: string): void {
  checks.storable(loc, text).atMostCharacters(loc, text, mostMessageCharacters);
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
