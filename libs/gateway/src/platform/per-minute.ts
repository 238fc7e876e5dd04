/** The common limits of the Platform interface: requests per minute of one credential to one route. */
export const readsPerMinute = 60;
export const writesPerMinute = 10;
/** Turns of conversations, by a route each. */
export const turnsPerMinute = 600;
