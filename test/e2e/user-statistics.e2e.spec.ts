import { describe, expect, it } from '@jest/globals';
import { signInAsNewUser } from '../support/members.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import { collect } from '../support/stream-events.js';
import { countedUser, listUsers } from '../support/users.js';

const fixture = new StandaloneFixture();

describe('the list of users', () => {
  it('given a conversation, then it tells how much the user has talked, and can be sorted by it', async () => {
    const standalone = await fixture.start();
    const credentials = standalone.credentials();
    const administrator = await signInAsDemoUser(standalone.baseUrl, credentials);
    const { client, userId } = await signInAsNewUser(administrator, credentials);
    const { id } = await beginConversation(client, credentials.service_id);
    await collect(client.interact(id, 'I would like to make an appointment.'));

    const { user_stats: statistics } = await countedUser(administrator, userId, 3);
    const { messages } = await client.messages(id);
    expect(statistics).toEqual({
      num_conversations: 1,
      num_messages: messages.length,
      last_message_time: messages.at(-1)?.created_at,
    });
    const sorted = await listUsers(administrator, { sort_by: '-user_stats.last_message_time' });
    expect(sorted[0]?.user_id).toBe(userId);
    await standalone.stop();
  });
});
