/**
 * Forms of a JSON response that an API can be asked for: by schema, any object, or text. Strictest first; each is supported by
 * more servers than the one before.
 */
export const answerForms = ['json_schema', 'json_object', 'text'] as const;

export type AnswerForm = (typeof answerForms)[number];

/** Null after the last one. */
export function weakerForm(form: AnswerForm): AnswerForm | null {
  return answerForms[answerForms.indexOf(form) + 1] ?? null;
}

export function weakestOf(one: AnswerForm, other: AnswerForm): AnswerForm {
  return answerForms.indexOf(one) > answerForms.indexOf(other) ? one : other;
}
