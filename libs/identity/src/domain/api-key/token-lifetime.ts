/** How long a token is valid, in ms. Clients renew theirs when less than 5 minutes remain. */
export const tokenLifetimeMs = 60 * 60_000;
