/** What becomes of a finished conversation, in this order; in the words of the wire. */
export const stages = ['extract-memories', 'generate-user-models'] as const;

export type Stage = (typeof stages)[number];

/** Null behind the last one. */
export function stageAfter(stage: Stage): Stage | null {
  return stages[stages.indexOf(stage) + 1] ?? null;
}
