import { describe, expect, it } from '@jest/globals';
import { openLeftDatabase } from '@svc/testing';
import { untilErasedEverywhere } from '../support/deleted-user.js';
import { ModelServer } from '../support/model-server.js';
import { collect } from '../support/stream-events.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem({ counterpart: () => ModelServer.start() });

/** What the database of a system that has ended holds of a user of the demo's organization. */
async function leftOf(userId: string): Promise<unknown> {
  const left = await openLeftDatabase(system.dataDir);
  try {
    const { rows } = await left.database.query({
      name: 'left_of_user',
      text: `SELECT ARRAY(SELECT concat_ws(' ', event_type, payload::jsonb ->> 'reason') FROM conversations.event
                           WHERE subject = $1 AND event_type <> 'SubjectErased' ORDER BY stream_version DESC LIMIT 2) AS ends,
                    (SELECT count(*)::integer FROM conversations.event
                      WHERE subject = $1 AND event_type = 'SubjectErased') AS confirmations,
                    (SELECT count(*)::integer FROM conversations.message JOIN conversations.conversation AS theirs
                      USING (tenant_id, conversation_id) WHERE theirs.subject = $1 AND text IS NOT NULL) AS messages`,
      values: [`org:demo/user/${userId}`],
    });
    return rows[0];
  } finally {
    await left.close();
  }
}

describe('a user who is deleted while the agent answers', () => {
  it('receives nothing more, and is erased everywhere, which each context confirms', async () => {
    const { client, userId } = await system.newUser();
    const { id } = await system.begin(client);
    await collect(client.interact(id, 'hello'));
    system.counterpart.holdAfter(1);
    const turn = collect(client.interact(id, 'I like novels'));
    await system.counterpart.untilHeldBack();

    await system.administrator.request('DELETE', `user/${userId}`);

    expect((await turn).at(-1)).toMatchObject({ type: 'error', http_error_code: 404 });
    await system.counterpart.answers.at(-1)?.untilClosed();
    await untilErasedEverywhere(system);
    await system.process.stop();
    expect(await leftOf(userId)).toEqual({
      ends: ['ConversationFinished FINISH_REASON_DELETION', 'InteractionVoided VOID_REASON_DELETION'],
      confirmations: 1,
      messages: 0,
    });
  });
});
