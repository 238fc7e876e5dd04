import { FieldChecks } from '@svc/errors';
import { characterCount } from '@svc/kernel';
import { checkDescription, type ConversationDescription } from './conversation-description.js';

// Bounds of the input of a turn, which becomes one event of the log. Characters are code points. They are checked
// before any lookup.
const maxMessageCharacters = 20_000;
const maxExternalEvents = 20;
const maxCharactersTogether = 40_000;

export interface NewConversationFields extends ConversationDescription {
  readonly versionSetName: string;
  /** Null: the agent speaks first. */
  readonly initialText: string | null;
}

/** @throws DomainError `validation_failed` naming each field out of bounds. */
export function checkNewConversation({
  versionSetName,
  initialText,
  ...description
}: NewConversationFields): void {
  const checks = new FieldChecks();
  if (initialText !== null) checkMessage(checks, ['body', 'initial_message'], initialText);
  checks.storable(['body', 'service_version_set_name'], versionSetName);
  checkDescription(checks, description);
  checks.verify();
}

/**
 * Texts are counted together only if each is within its own bound.
 * @param contents of external events
 * @throws DomainError `validation_failed`
 */
export function checkInput(text: string, contents: readonly string[]): void {
  const loc = ['body', 'external_event_message_content'];
  const checks = new FieldChecks();
  checkMessage(checks, ['body', 'recorded_message'], text);
  checks.atMost(loc, contents, maxExternalEvents);
  contents.forEach((content, index) => checkMessage(checks, [...loc, index], content));
  checks.verify();
  const together = [text, ...contents].reduce((sum, said) => sum + characterCount(said), 0);
  if (together > maxCharactersTogether) {
    const rule = `must hold at most ${maxCharactersTogether} characters together with the message`;
    checks.refuse(loc, rule, 'too_long').verify();
  }
}

function checkMessage(checks: FieldChecks, loc: readonly (string | number)[], text: string): void {
  checks.storable(loc, text).atMostCharacters(loc, text, maxMessageCharacters);
}
