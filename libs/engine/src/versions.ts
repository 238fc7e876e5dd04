// Each turn records the versions it ran under: a stream that this engine version wrote must replay to identical events. A test
// compares the engine's results with its version, so that neither changes unnoticed.

/** Raised when the same input and the same model responses may give another turn. The default limits are part of it. */
export const engineVersion = 10;

/** Versions with identical results under the recorded limits: a stream of each must replay to identical events. */
export const equalEngineVersions: ReadonlySet<number> = new Set([engineVersion]);

/** Raised when the same turn may give another prompt, or ask for a response of another form. */
export const promptVersion = 8;

/** Versions with identical prompts for their turns. */
export const equalPromptVersions: ReadonlySet<number> = new Set([promptVersion]);
