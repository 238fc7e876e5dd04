/** Begins what a model or its tokenizer could read as a tag or a control token, also once it is normalized (NFKC). */
const begin = /[<\uff1c\ufe64](?=[<\uff1c\ufe64|\uff5c/\p{L}])/gu;

/** Words in brackets that servers read as a change of roles, such as `[INST]`. */
const role = /[[\uff3b](?=\/?[A-Z_]{2,20}[\]\uff3d])/gu;

/**
 * Text of the agent as it stands in prompts: a blank parts what could be read as the end of its message or as another role. A
 * model says what it is told to repeat, so its own words are no safer than the user's.
 */
export function plainSpeech(text: string): string {
  return text.replaceAll(begin, '< ').replaceAll(role, '[ ');
}
