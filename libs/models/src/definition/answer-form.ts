/**
 * What an API is asked for where an answer must be a JSON object: one that fits a schema, any one, or a text. From the
 * strictest on: each is taken by more servers than the one before.
 */
export const answerForms = ['json_schema', 'json_object', 'text'] as const;

export type AnswerForm = (typeof answerForms)[number];

/** Null behind the last one. */
export function weakerForm(form: AnswerForm): AnswerForm | null {
  return answerForms[answerForms.indexOf(form) + 1] ?? null;
}

export function weakestOf(one: AnswerForm, other: AnswerForm): AnswerForm {
  return answerForms.indexOf(one) > answerForms.indexOf(other) ? one : other;
}
