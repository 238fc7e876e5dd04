import { VersionSet as VersionSetProto } from '@svc/contracts/agents';
import { fromProto } from '@svc/kernel';
import { versionSetFromProto } from '../adapters/version-set-mapping.js';
import { versionSetLimitBytes } from '../domain/service/version-set-rules.js';
import { latestVersions, type VersionSet } from '../domain/service/version-set.js';
import { parseJsonObject } from './request-parts.js';

/** @throws DomainError `validation_failed` when the parameters of a model are not a JSON object. */
export function versionSetOf(field: string, message: VersionSetProto | undefined): VersionSet {
  if (!message) return latestVersions;
  return versionSetFromProto(fromProto(VersionSetProto, message), (paramsJson, interactionName) =>
    parseJsonObject(
      paramsJson || '{}',
      ['body', field, 'llm_model_preferences', interactionName, 'params'],
      versionSetLimitBytes,
    ),
  );
}
