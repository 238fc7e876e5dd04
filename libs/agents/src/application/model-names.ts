/** The names that `llm_name` may take; null: any. */
export type ModelNames = ReadonlySet<string> | null;

/** For injection: `ModelNames`. */
export const MODEL_NAMES = Symbol('model names');
