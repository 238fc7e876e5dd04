import type { StartedStandalone } from '../started-standalone.js';

/** Schemas in which nothing is written but what requests ask for, and what time brings. */
const quiet = ['identity', 'agents', 'webhooks'];
const broughtByTime = "('ApiKeyExpirationApproached', 'RoleExpired')";

/**
 * How many events there are, to tell whether a request has changed anything. Of conversations it is their number: what
 * follows from a finished one comes when it comes.
 */
export async function countStored({ database }: StartedStandalone): Promise<unknown> {
  const events = quiet.map(
    (schema) =>
      `(SELECT count(*) FROM ${schema}.event WHERE event_type NOT IN ${broughtByTime}) AS ${schema}`,
  );
  const conversations =
    "(SELECT count(*) FROM conversations.event WHERE event_type = 'ConversationStarted') AS conversations";
  const { rows } = await database.database.pool.query(`SELECT ${[...events, conversations].join(', ')}`);
  return rows[0];
}
