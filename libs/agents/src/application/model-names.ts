/** For injection: the names that `llm_name` may take (`ModelNames`). */
export const MODEL_NAMES = Symbol('model names');
