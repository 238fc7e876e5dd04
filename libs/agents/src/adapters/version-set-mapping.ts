import type { VersionSet as VersionSetProto } from '@svc/contracts/agents';
import { canonicalJson, type JsonObject, type OfMessage } from '@svc/kernel';
import type { VersionSet } from '../domain/service/version-set.js';

/** Parameters of models travel as JSON text. */
export function versionSetToProto(set: VersionSet): OfMessage<VersionSetProto> {
  return {
    ...set,
    llmModelPreferences: set.llmModelPreferences.map(({ params, ...preference }) => ({
      ...preference,
      paramsJson: canonicalJson(params),
    })),
  };
}

/** @param parse reads the model parameters; those that this context wrote are known to be valid. */
export function versionSetFromProto(
  message: OfMessage<VersionSetProto>,
  parse = (paramsJson: string, _interactionName: string) => JSON.parse(paramsJson) as JsonObject,
): VersionSet {
  return {
    ...message,
    llmModelPreferences: message.llmModelPreferences.map(({ paramsJson, ...preference }) => ({
      ...preference,
      params: parse(paramsJson, preference.interactionName),
    })),
  };
}
