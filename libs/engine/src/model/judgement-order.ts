import type { ModelIdentity } from './model-port.js';

/**
 * The part that a judgement begins with. A choice that comes first is acted on before its reason is complete. A reason that
 * comes first lets the model think before it chooses.
 */
export type JudgementOrder = 'choice_first' | 'reason_first';

/** `judgement_order` of a model's settings, so each record of a call has it. */
export function judgementOrderOf({ settings }: Pick<ModelIdentity, 'settings'>): JudgementOrder {
  return settings['judgement_order'] === 'reason_first' ? 'reason_first' : 'choice_first';
}

/** The parts of a judgement, in this order. */
export function inOrder<Part>(order: JudgementOrder, choice: Part, reason: Part): readonly [Part, Part] {
  return order === 'choice_first' ? [choice, reason] : [reason, choice];
}
