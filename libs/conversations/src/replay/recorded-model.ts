import type { CallKind, ModelIdentity, RecordedCall } from '@svc/engine';
import type { JsonObject } from '@svc/kernel';
import type { TurnConditions } from '../domain/turn-conditions.js';

/** The model of a turn by its name in the conditions, and for each kind of call as recorded with the first one. */
export function recordedModel(
  calls: readonly RecordedCall[],
  { model: name, modelSettingsJson }: TurnConditions,
): ModelIdentity & { readonly identityOf: (kind: CallKind) => ModelIdentity } {
  const usual = { name, settings: JSON.parse(modelSettingsJson) as JsonObject };
  return {
    ...usual,
    identityOf: (kind) => {
      const call = calls.find((one) => one.kind === kind);
      return call === undefined ? usual : { name: call.model, settings: call.request.settings };
    },
  };
}
