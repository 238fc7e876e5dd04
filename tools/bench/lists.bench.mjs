// What an administrator's list of conversations costs where conversations knows how users stand, beside the same list where
// it asks identity, with 100 and 10,000 users: two kinds of calls of one running service, one after the other.
// Usage: npm run bench -- lists
import { setTimeout as pause } from 'node:timers/promises';
import '../../test/support/source-loader.mjs';
import { percentile } from './percentiles.mjs';
import { addUsers } from './rebuild-users.mjs';
import { withStandalone } from './with-standalone.mjs';

const { openLocalServices } = await import('../../apps/standalone/src/local-services.ts');
const { createClient } = await import('@svc/rpc');
const { ConversationsServiceService } = await import('@svc/contracts/conversations');
const { IdentityServiceService } = await import('@svc/contracts/identity');

const sizes = [100, 10_000];
const conversations = 2_000;
const rounds = 300;
const warmingRounds = 30;
/** What the list of an organization's administrator shows at most. */
const page = { limit: 150, offset: 0 };

/** Conversations of the users that there are, as rows: a list reads nothing else. */
const addConversations = `
  TRUNCATE conversations.conversation;
  INSERT INTO conversations.conversation
    (tenant_id, conversation_id, user_id, service_id, created_at, subject, is_finished, num_messages,
     version_set_name, agent_id, agent_version_number, context_graph_id, context_graph_version_number,
     llm_model_preferences)
  SELECT 'org:demo', lpad(to_hex(number), 24, '0'), owner.user_id, 'b', now() + number * interval '1 second',
         'org:demo/user/' || owner.user_id, true, 0, 'release', 'a', 1, 'c', 1, '[]'
    FROM generate_series(1, ${conversations}) AS number
    JOIN (SELECT user_id, row_number() OVER (ORDER BY user_id) AS place, count(*) OVER () AS users
            FROM identity.user_account WHERE org_id = 'demo') AS owner ON owner.place = 1 + number % owner.users;
  ANALYZE conversations.conversation, conversations.user_standing, identity.user_account`;

/** A caller as the gateway makes one, and what lists its conversations. */
function connect({ addressOf, credentials }) {
  const identity = createClient(IdentityServiceService, addressOf('identity'));
  const service = createClient(ConversationsServiceService, addressOf('conversations'));
  const { org_id: orgId, user_id: userId, api_key_id: apiKeyId } = credentials;
  return {
    caller: async () => {
      const { active: _active, ...access } = await identity.getAccess({ orgId, userId, apiKeyId });
      return { ...access, tenantId: `org:${orgId}`, orgId, userId };
    },
    list: (caller) =>
      service.listConversations({
        caller,
        conversationIds: [],
        userIds: [],
        serviceIds: [],
        tags: [],
        sortBy: [{ field: 'created_at', descending: true }],
        page,
      }),
    close: () => {
      identity.close();
      service.close();
    },
  };
}

/** Calls of both kinds in turns, so that whatever else the machine does meets both. @returns durations in ms */
async function measure({ caller, list }) {
  const knowing = await caller();
  const kinds = { known: knowing, asked: { ...knowing, standingNumber: undefined } };
  const durations = { known: [], asked: [] };
  for (let round = -warmingRounds; round < rounds; round++)
    for (const [kind, as] of Object.entries(kinds)) {
      const before = performance.now();
      const { conversations: shown } = await list(as);
      const took = performance.now() - before;
      if (shown.length !== page.limit) throw new Error(`${kind}: ${shown.length} conversations were shown.`);
      if (round >= 0) durations[kind].push(took);
    }
  return durations;
}

/** Until conversations knows all that identity does. */
async function untilKnown(database, { caller }) {
  const { standingNumber } = await caller();
  for (;;) {
    const { rows } = await database.pool.query(
      `SELECT FROM conversations.standing_progress WHERE org_id = 'demo' AND applied_up_to >= $1`,
      [standingNumber],
    );
    if (rows.length > 0) return;
    await pause(100);
  }
}

const ms = (value) => Number(value.toFixed(2));

export async function run(onProgress) {
  await withStandalone('lists', async ({ standalone, dataDir, database, connectionString }) => {
    const { addressOf } = openLocalServices(dataDir);
    const client = connect({ addressOf, credentials: standalone.credentials() });
    try {
      let users = 0;
      for (const size of sizes) {
        const first = users;
        await addUsers({ dataDir, database, connectionString }, size - first, () => undefined, first);
        users = size;
        await database.pool.query(addConversations);
        await untilKnown(database, client);
        const { known, asked } = await measure(client);
        for (const part of [0.5, 0.99]) {
          const [value, reference] = [percentile(known, part), percentile(asked, part)];
          onProgress({
            name: `list of ${page.limit} conversations, ${size} users, p${part * 100}`,
            value: ms(value),
            unit: 'ms',
            reference: ms(reference),
            ratio: ms(value / reference),
          });
        }
      }
    } finally {
      client.close();
    }
  });
}
