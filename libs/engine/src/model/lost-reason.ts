/** What stands for the reason of a choice that was acted on, where it did not come, or not in time. */
export const lostReason = 'The reason of the model did not come.';
