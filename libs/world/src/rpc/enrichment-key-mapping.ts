import type {
  ChangeEnrichmentKeyRequest,
  CreateEnrichmentKeyRequest,
  EnrichmentKey,
} from '@svc/contracts/world';
import { validationError } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import { canonicalJson, type JsonValue } from '@svc/kernel';
import type {
  EnrichmentKeyIdentity,
  EnrichmentKeySettings,
  ValueType,
} from '../domain/enrichment-key/enrichment-key-fields.js';

type ShownKey = EnrichmentKeyIdentity &
  EnrichmentKeySettings & {
    readonly enrichmentKeyId: string;
    readonly createdAtMs: number;
    readonly updatedAtMs: number;
  };

export function toEnrichmentKey(
  key: Omit<ShownKey, 'valueType'> & { readonly valueType: string },
): Complete<EnrichmentKey> {
  return {
    enrichmentKeyId: key.enrichmentKeyId,
    entityType: key.entityType,
    key: key.key,
    valueType: key.valueType,
    allowedValuesJson: key.allowedValues === null ? undefined : canonicalJson(key.allowedValues),
    sourceHint: key.sourceHint ?? undefined,
    description: key.description ?? undefined,
    minConfidence: key.minConfidence,
    isPii: key.isPii,
    tags: [...key.tags],
    createdAtMs: key.createdAtMs,
    updatedAtMs: key.updatedAtMs,
  };
}

/** @throws DomainError `validation_failed` where the list of values is none; the domain checks the rest */
export function newEnrichmentKey(
  request: CreateEnrichmentKeyRequest,
): EnrichmentKeyIdentity & EnrichmentKeySettings {
  const { entityType, key, valueType, minConfidence, isPii, tags } = request;
  const { allowedValuesJson, sourceHint = null, description = null } = request;
  return {
    ...{ entityType, key, sourceHint, description, minConfidence, isPii, tags },
    valueType: valueType as ValueType,
    allowedValues: allowedValuesJson === undefined ? null : allowedValuesOf(allowedValuesJson),
  };
}

/** @throws DomainError `validation_failed` where the list of values is none */
export function changesOf(request: ChangeEnrichmentKeyRequest): Partial<EnrichmentKeySettings> {
  const { allowedValuesJson, sourceHint, description, minConfidence, isPii, tags } = request;
  return {
    ...(allowedValuesJson !== undefined && { allowedValues: allowedValuesOf(allowedValuesJson) }),
    ...(sourceHint && { sourceHint: sourceHint.value ?? null }),
    ...(description && { description: description.value ?? null }),
    ...(minConfidence !== undefined && { minConfidence }),
    ...(isPii !== undefined && { isPii }),
    ...(tags && { tags: tags.tags }),
  };
}

function allowedValuesOf(json: string): readonly JsonValue[] | null {
  const loc = ['body', 'allowed_values'];
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    value = undefined;
  }
  if (value === null || Array.isArray(value)) return value as readonly JsonValue[] | null;
  throw validationError([{ loc, msg: 'must be a list', type: 'list_type' }]);
}
