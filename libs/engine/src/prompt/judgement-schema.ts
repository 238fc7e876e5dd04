import type { JsonObject } from '@svc/kernel';
import type { Choice } from '../model/model-task.js';

/** The form of a judgement, as JSON Schema: one of the choices, and a reason. */
export function judgementSchema(choices: readonly Choice[]): JsonObject {
  return {
    type: 'object',
    properties: {
      choice: { type: 'string', enum: choices.map((choice) => choice.id) },
      reason: { type: 'string' },
    },
    required: ['choice', 'reason'],
    additionalProperties: false,
  };
}
