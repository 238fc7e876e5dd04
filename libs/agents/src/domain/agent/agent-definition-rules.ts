import { DomainError, FieldChecks } from '@svc/errors';
import { maxNameCharacters, maxTextCharacters } from '../bounds.js';
import type { AgentDefinition, AgentDefinitionChanges, AgentIdentity } from './agent-definition.js';

const maxBackgroundCharacters = 60_000;
/** Behaviors, and communication patterns. */
const maxListed = 200;
/** Of each list, all entries together: 200 of 2,000 characters, or 100 of 4,000. */
const maxListCharacters = 400_000;
const iso6393 = /^[a-z]{3}$/;

/** @throws DomainError `validation_failed`: a given field breaks its bounds. */
export function checkAgentDefinitionChanges(changes: AgentDefinitionChanges): void {
  const checks = new FieldChecks();
  if (changes.initials !== null) checks.text(['body', 'initials'], changes.initials, 3);
  if (changes.identity !== null) checkIdentity(checks, changes.identity);
  if (changes.background !== null)
    checks.text(['body', 'background'], changes.background, maxBackgroundCharacters);
  checkList(checks, ['body', 'behaviors'], changes.behaviors ?? []);
  checkList(checks, ['body', 'communication_patterns'], changes.communicationPatterns ?? []);
  if (changes.voiceConfig !== null)
    checks.text(['body', 'voice_config', 'voice_id'], changes.voiceConfig.voiceId, maxNameCharacters);
  checks.verify();
}

function checkList(checks: FieldChecks, loc: readonly string[], items: readonly string[]): void {
  checks.atMost(loc, items, maxListed);
  if (items.length > maxListed) return;
  checks.texts(loc, items, maxTextCharacters).atMostCharactersTogether(loc, items, maxListCharacters);
}

function checkIdentity(checks: FieldChecks, identity: AgentIdentity): void {
  const { relationshipToDeveloper: relationship, defaultSpokenLanguage } = identity;
  const languageRule = 'must be an ISO 639-3 code, such as eng';
  const text = (value: string, ...at: string[]) =>
    checks.text(['body', 'identity', ...at], value, maxTextCharacters);
  text(identity.name, 'name');
  text(identity.role, 'role');
  text(identity.developedBy, 'developed_by');
  checks.pattern(
    ['body', 'identity', 'default_spoken_language'],
    defaultSpokenLanguage,
    iso6393,
    languageRule,
  );
  text(relationship.ownership, 'relationship_to_developer', 'ownership');
  text(relationship.type, 'relationship_to_developer', 'type');
  text(relationship.conversationVisibility, 'relationship_to_developer', 'conversation_visibility');
  text(relationship.thoughtVisibility, 'relationship_to_developer', 'thought_visibility');
}

/**
 * The definition of the next version: fields that are not given carry over from `previous` (null: there is none).
 *
 * @throws DomainError `invalid_request` when the first version leaves something out (only the voice is optional).
 */
export function carryOver(
  previous: AgentDefinition | null,
  changes: AgentDefinitionChanges,
): AgentDefinition {
  const missing: string[] = [];
  const pick = <Value>(wireName: string, given: Value | null, before: Value | undefined): Value => {
    const value = given ?? before;
    if (value === undefined) missing.push(wireName);
    return value as Value; // only returned when nothing is missing
  };
  const definition: AgentDefinition = {
    initials: pick('initials', changes.initials, previous?.initials),
    identity: pick('identity', changes.identity, previous?.identity),
    background: pick('background', changes.background, previous?.background),
    behaviors: pick('behaviors', changes.behaviors, previous?.behaviors),
    communicationPatterns: pick(
      'communication_patterns',
      changes.communicationPatterns,
      previous?.communicationPatterns,
    ),
    voiceConfig: changes.voiceConfig ?? previous?.voiceConfig ?? null,
  };
  if (missing.length > 0) {
    throw new DomainError(
      'invalid_request',
      `The first version of an agent must be complete. Missing: ${missing.join(', ')}.`,
    );
  }
  return definition;
}
