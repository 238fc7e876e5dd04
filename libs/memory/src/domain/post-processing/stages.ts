/** The stages after the end of a conversation, in their order; in the words of the API. */
export const stages = ['extract-memories', 'generate-user-models'] as const;

export type Stage = (typeof stages)[number];

/** Null after the last one. */
export function stageAfter(stage: Stage): Stage | null {
  return stages[stages.indexOf(stage) + 1] ?? null;
}
