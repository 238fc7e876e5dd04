/** The common policies of the Platform interface, in requests per minute of one credential to one route. */
export const readsPerMinute = 60;
export const writesPerMinute = 10;
