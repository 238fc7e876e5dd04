import { DomainError, FieldChecks, jsonBytes } from '@svc/errors';
import {
  memoryExtract,
  personType,
  valueTypes,
  type EnrichmentKeyIdentity,
  type EnrichmentKeySettings,
} from './enrichment-key-fields.js';

const keyPattern = /^[a-z0-9][a-z0-9_-]{0,127}$/;
const maxAllowedValues = 1_000;
const maxAllowedBytes = 32 * 1_024;

/**
 * @throws DomainError `validation_failed` for a field that is out of its bounds; `invalid_request` for an enum without values,
 * and for `memory_extract` on what is no person or has no description
 */
export function checkEnrichmentKey(given: EnrichmentKeyIdentity & EnrichmentKeySettings): void {
  const { entityType, key, valueType, allowedValues, sourceHint, description, minConfidence, tags } = given;
  const checks = new FieldChecks()
    .name(['body', 'entity_type'], entityType, 64)
    .pattern(
      ['body', 'key'],
      key,
      keyPattern,
      'must hold 1 to 128 small letters, digits, _ and -, and not begin with _ or -',
    );
  if (!valueTypes.includes(valueType))
    checks.refuse(['body', 'value_type'], `must be one of ${valueTypes.join(', ')}`, 'enum');
  if (allowedValues)
    checks
      .atMost(['body', 'allowed_values'], allowedValues, maxAllowedValues)
      .atMostBytes(['body', 'allowed_values'], jsonBytes(allowedValues), maxAllowedBytes)
      .storable(['body', 'allowed_values'], JSON.stringify(allowedValues));
  for (const [name, text] of Object.entries({ source_hint: sourceHint, description }))
    if (text !== null) checks.storable(['body', name], text).atMostCharacters(['body', name], text, 2_000);
  if (!(minConfidence >= 0 && minConfidence <= 1))
    checks.refuse(['body', 'min_confidence'], 'must be from 0 to 1', 'out_of_range');
  tags.forEach((tag, index) => {
    if (tag !== memoryExtract)
      checks.refuse(['body', 'tags', index], `must be ${memoryExtract}, the only tag`, 'enum');
  });
  checks.unique(['body', 'tags'], tags).verify();
  if (valueType === 'enum' && !allowedValues?.length)
    throw new DomainError(
      'invalid_request',
      'A key of type enum needs allowed_values: name at least one value.',
    );
  if (!tags.includes(memoryExtract)) return;
  if (entityType !== personType)
    throw new DomainError('invalid_request', `Only keys of a ${personType} can be tagged ${memoryExtract}.`);
  if (!description?.trim())
    throw new DomainError(
      'invalid_request',
      `A key tagged ${memoryExtract} needs a description: it says what to look for in transcripts.`,
    );
}
