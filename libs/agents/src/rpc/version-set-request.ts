import type { VersionSet as VersionSetMessage } from '@svc/contracts/agents';
import { versionSetLimitBytes } from '../domain/service/version-set-rules.js';
import type { VersionSet } from '../domain/service/version-set.js';
import { parseJsonObject } from './request-parts.js';

/** @throws DomainError `validation_failed` when the parameters of a model are not a JSON object. */
export function versionSetOf(field: string, message: VersionSetMessage | undefined): VersionSet {
  return {
    agentVersionNumber: message?.agentVersionNumber ?? null,
    contextGraphVersionNumber: message?.contextGraphVersionNumber ?? null,
    llmModelPreferences: (message?.llmModelPreferences ?? []).map(
      ({ interactionName, llmName, paramsJson }) => ({
        interactionName,
        llmName,
        params: parseJsonObject(
          paramsJson || '{}',
          ['body', field, 'llm_model_preferences', interactionName, 'params'],
          versionSetLimitBytes,
        ),
      }),
    ),
  };
}
