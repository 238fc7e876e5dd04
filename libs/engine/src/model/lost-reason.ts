/** Recorded in place of a reason that did not come, or not in time, for a choice that was acted on. */
export const lostReason = 'The reason of the model did not come.';
