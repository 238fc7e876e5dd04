import type { ModelIdentity } from './model-port.js';

/**
 * What a judgement begins with. A choice that comes first is acted on while its reason is still under way; a reason that
 * comes first is thought of before the choice.
 */
export type JudgementOrder = 'choice_first' | 'reason_first';

/** `judgement_order` of a model's settings, so that each record of a call holds it. */
export function judgementOrderOf({ settings }: Pick<ModelIdentity, 'settings'>): JudgementOrder {
  return settings['judgement_order'] === 'reason_first' ? 'reason_first' : 'choice_first';
}

/** The parts of a judgement, in this order. */
export function inOrder<Part>(order: JudgementOrder, choice: Part, reason: Part): readonly [Part, Part] {
  return order === 'choice_first' ? [choice, reason] : [reason, choice];
}
