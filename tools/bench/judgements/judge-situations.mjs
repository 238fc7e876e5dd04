import { ModelError } from '@svc/engine';
import { costOf, createModelPort } from '@svc/models';
import { choicesOf, requestOf } from './situations.mjs';

export const orders = ['choice_first', 'reason_first'];

/**
 * What a model has made of a situation.
 * @typedef {object} Judged
 * @property {string} order
 * @property {import('./situations.mjs').Situation} situation
 * @property {string | null} chosen name of an exit or action; null when the model has failed
 * @property {"right" | "acceptable" | "wrong" | "failed"} outcome
 * @property {number} choiceMs from the request until the choice could be acted on
 * @property {number} wholeMs until the judgement was at its end
 * @property {number | null} inputTokens null where the provider does not count them
 * @property {number | null} outputTokens
 * @property {number | null} cost in US dollars; null where price or tokens are not known
 */

/**
 * Asks a model for one judgement, once: an error is not retried.
 * @param {import('@svc/models').ConfiguredModel} model
 * @returns {Promise<Judged>}
 */
export async function judgeSituation(model, situation, order, now = () => performance.now()) {
  const { judgement_order: _configured, ...rest } = model.settings;
  const settings = order === 'reason_first' ? { ...rest, judgement_order: order } : rest;
  const port = createModelPort(model.model, { ...model, settings });
  const request = requestOf(situation, { name: port.name, settings });
  const attempts = [];
  let chosen = null;
  let choiceMs = null;
  const startedAt = now();
  try {
    const { choice } = await port.judge(
      request,
      new AbortController().signal,
      (attempt) => attempts.push(attempt),
      () => (choiceMs = now() - startedAt),
    );
    chosen = choicesOf(situation.state).get(choice) ?? null;
  } catch (failure) {
    if (!(failure instanceof ModelError)) throw failure;
  }
  const wholeMs = now() - startedAt;
  return {
    order,
    situation,
    chosen,
    outcome: outcomeOf(situation, chosen),
    choiceMs: choiceMs ?? wholeMs,
    wholeMs,
    inputTokens: sum(attempts.map(({ usage }) => usage.inputTokens)),
    outputTokens: sum(attempts.map(({ usage }) => usage.outputTokens)),
    cost: sum(attempts.map(({ usage }) => costOf(usage, model.definition.price))),
  };
}

function outcomeOf({ expected, acceptable }, chosen) {
  if (chosen === null) return 'failed';
  if (chosen === expected) return 'right';
  return acceptable.includes(chosen) ? 'acceptable' : 'wrong';
}

/** Null if any part is unknown. */
export function sum(values) {
  return values.includes(null) ? null : values.reduce((total, value) => total + value, 0);
}
