import type { StartedStandalone } from '../started-standalone.js';

/** Schemas that change only by requests and time. */
const quiet = ['identity', 'agents', 'webhooks', 'world'];
const broughtByTime = ['ApiKeyExpirationApproached', 'RoleExpired'];
/** World counts what others have published, notes of whom they tell, and erases whom they have deleted, a moment later. */
const broughtByTheBus = [
  ...['ConversationCounted', 'ActivityCounted', 'ConversationEndCounted', 'ConversationUncounted'],
  ...['DefinitionKnown', 'DefinitionGone', 'TestCredentialsKnown', 'ChangeAudited', 'SubjectErased'],
];
const broughtLater = [...broughtByTime, ...broughtByTheBus].map((type) => `'${type}'`).join(', ');

/**
 * The number of events, to tell whether a request changed anything. For conversations their number, because the effects
 * of a finished one come later.
 */
export async function countStored({ database }: StartedStandalone): Promise<unknown> {
  const events = quiet.map(
    (schema) =>
      `(SELECT count(*) FROM ${schema}.event WHERE event_type NOT IN (${broughtLater})
        AND metadata::json->>'actor' NOT IN ('service:world', 'service:memory')) AS ${schema}`,
  );
  const conversations =
    "(SELECT count(*) FROM conversations.event WHERE event_type = 'ConversationStarted') AS conversations";
  const { rows } = await database.database.pool.query(`SELECT ${[...events, conversations].join(', ')}`);
  return rows[0];
}
