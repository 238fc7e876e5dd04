import { DomainError, FieldChecks } from '@svc/errors';
import { canonicalJson } from '@svc/kernel';
import type { AgentDefinition, AgentDefinitionChanges, AgentIdentity } from './agent-definition.js';

/** UTF-8 bytes of the canonical JSON. An agent version travels whole in one event, which may hold 64 KiB. */
export const agentDefinitionLimitBytes = 56 * 1024;

const iso6393 = /^[a-z]{3}$/;

/** @throws DomainError `validation_failed`: a given field breaks its bounds. */
export function checkAgentDefinitionChanges(changes: AgentDefinitionChanges): void {
  const checks = new FieldChecks();
  if (changes.initials !== null) checks.text(['body', 'initials'], changes.initials, 3);
  if (changes.identity !== null) checkIdentity(checks, changes.identity);
  if (changes.background !== null) checks.text(['body', 'background'], changes.background);
  checks.texts(['body', 'behaviors'], changes.behaviors ?? []);
  checks.texts(['body', 'communication_patterns'], changes.communicationPatterns ?? []);
  if (changes.voiceConfig !== null)
    checks.text(['body', 'voice_config', 'voice_id'], changes.voiceConfig.voiceId);
  checks.verify();
}

function checkIdentity(checks: FieldChecks, identity: AgentIdentity): void {
  const at = (...rest: string[]): string[] => ['body', 'identity', ...rest];
  const relationship = identity.relationshipToDeveloper;
  checks
    .text(at('name'), identity.name)
    .text(at('role'), identity.role)
    .text(at('developed_by'), identity.developedBy)
    .pattern(
      at('default_spoken_language'),
      identity.defaultSpokenLanguage,
      iso6393,
      'must be an ISO 639-3 code, such as eng',
    )
    .text(at('relationship_to_developer', 'ownership'), relationship.ownership)
    .text(at('relationship_to_developer', 'type'), relationship.type)
    .text(at('relationship_to_developer', 'conversation_visibility'), relationship.conversationVisibility)
    .text(at('relationship_to_developer', 'thought_visibility'), relationship.thoughtVisibility);
}

/**
 * The definition of the next version: what is not given carries over from `previous` (null = there is none).
 *
 * @throws DomainError `invalid_request` when the first version leaves something out (only the voice may be missing),
 *   `validation_failed` when the result is too large to be stored.
 */
export function carryOver(
  previous: AgentDefinition | null,
  changes: AgentDefinitionChanges,
): AgentDefinition {
  const missing: string[] = [];
  const pick = <Value>(wireName: string, given: Value | null, before: Value | undefined): Value => {
    const value = given ?? before;
    if (value === undefined) missing.push(wireName);
    return value as Value; // only returned to the caller when nothing is missing
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
  const sizeBytes = new TextEncoder().encode(canonicalJson(definition)).length;
  if (sizeBytes > agentDefinitionLimitBytes) {
    const msg = `the whole version may take at most ${agentDefinitionLimitBytes} bytes, this one takes ${sizeBytes}`;
    new FieldChecks().refuse(['body'], msg, 'too_large').verify();
  }
  return definition;
}
