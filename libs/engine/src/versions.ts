// Each turn records the versions it ran under: a stream that this engine version wrote must replay to identical events. A test
// compares the engine's results with its version, so that neither changes unnoticed.

/** Raised when the same input and the same model responses may give another turn. The default limits are part of it. */
export const engineVersion = 7;

/**
 * Versions with identical results under the recorded limits: a stream of each must replay to identical events. 1 was a
 * generator that waited for the model. 2 is a machine of facts and commands. 3 records the facts. 4 judges the exits of entered
 * states, up to a limit. 5 acts on a choice before its reason, where a model reports it early. 6 words messages ahead, up to a
 * limit. 7 summarizes what leaves the window, up to a limit. Older turns have none of these limits, and models did not report
 * choices early.
 */
export const equalEngineVersions: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7]);

/** Raised when the same turn may give another prompt, or ask for a response of another form. */
export const promptVersion = 4;

/** Versions with identical prompts for their turns: 4 adds summaries, which turns under 3 did not have. */
export const equalPromptVersions: ReadonlySet<number> = new Set([3, 4]);
