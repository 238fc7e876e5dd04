import { describe, expect, it } from '@jest/globals';
import { collect } from '../support/stream-events.js';
import { SuiteSystem } from '../support/suite-system.js';
import { countedUser, listUsers } from '../support/users.js';

const system = new SuiteSystem();

describe('the list of users', () => {
  it('given a conversation, then it tells how much the user has talked, and can be sorted by it', async () => {
    const { client, userId } = await system.newUser();
    const { id } = await system.begin(client);
    await collect(client.interact(id, 'I would like to make an appointment.'));

    const { user_stats: statistics } = await countedUser(system.administrator, userId, 3);
    const { messages } = await client.messages(id);
    expect(statistics).toEqual({
      num_conversations: 1,
      num_messages: messages.length,
      last_message_time: messages.at(-1)?.created_at,
    });
    const sorted = await listUsers(system.administrator, { sort_by: '-user_stats.last_message_time' });
    const times = sorted.map(({ user_stats: { last_message_time: time } }) => time ?? '');
    expect(times).toEqual(times.toSorted().toReversed());
    expect(sorted.map(({ user_id: id }) => id)).toContain(userId);
  });
});
