import type { JsonObject } from '@svc/kernel';
import { inOrder, type JudgementOrder } from '../model/judgement-order.js';
import type { Choice } from '../model/model-task.js';

/**
 * The form of a judgement, as JSON Schema: one of the choices, and a reason. Models write the properties in the order given.
 */
export function judgementSchema(
  choices: readonly Choice[],
  order: JudgementOrder = 'choice_first',
): JsonObject {
  const choice = ['choice', { type: 'string', enum: choices.map(({ id }) => id) }] as const;
  const reason = ['reason', { type: 'string' }] as const;
  const properties = inOrder<readonly [string, JsonObject]>(order, choice, reason);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}
