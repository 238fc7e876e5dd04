// Each turn records the versions it was taken under: a history that this very engine wrote must replay to identical
// events. A test holds what the engine does and says against the version it names, so that neither changes unnoticed.

/** Raised when the same input and the same answers of the model may give another turn; the default limits are part of it. */
export const engineVersion = 7;

/**
 * Versions that make the very same of the same under the limits that were recorded: a history of each must replay to
 * identical events. 1 was a generator that waited for the model, 2 is a machine of facts and commands, 3 records the facts,
 * 4 judges the exits of states that a turn enters: as often as the limits say, which is never in a turn of before; 5 acts on
 * a choice before its reason is there, where a model tells of it, as none did before; 6 words messages ahead, as often as the
 * limits say; and 7 sums up what falls out of the window: as long as the limits allow, which is not at all behind a turn of
 * before.
 */
export const equalEngineVersions: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7]);

/** Raised when the same turn may be put to the model in other words, or asks for an answer of another form. */
export const promptVersion = 4;

/** Versions that ask in the very same words what those asked: 4 adds summaries, of which turns under 3 had none. */
export const equalPromptVersions: ReadonlySet<number> = new Set([3, 4]);
