import { VersionSet as VersionSetMessage } from '@svc/contracts/agents';
import { fromMessage } from '@svc/kernel';
import { versionSetFromMessage } from '../adapters/version-set-messages.js';
import { versionSetLimitBytes } from '../domain/service/version-set-rules.js';
import { latestVersions, type VersionSet } from '../domain/service/version-set.js';
import { parseJsonObject } from './request-parts.js';

/** @throws DomainError `validation_failed` when the parameters of a model are not a JSON object. */
export function versionSetOf(field: string, message: VersionSetMessage | undefined): VersionSet {
  if (!message) return latestVersions;
  return versionSetFromMessage(fromMessage(VersionSetMessage, message), (paramsJson, interactionName) =>
    parseJsonObject(
      paramsJson || '{}',
      ['body', field, 'llm_model_preferences', interactionName, 'params'],
      versionSetLimitBytes,
    ),
  );
}
