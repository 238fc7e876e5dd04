export type DifferenceKind = 'state' | 'transitions' | 'message' | 'tools' | 'prompts';

/** What was recorded, and what it is with the other version: text, or JSON. Null where there is none. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly recorded: string | null;
  readonly replayed: string | null;
}
