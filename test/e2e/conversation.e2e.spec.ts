import { describe, expect, it } from '@jest/globals';
import { collect, only, type StreamEvent } from '../support/stream-events.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem();

/** A new user for each test: one conversation per user and service may be open. */
const newUser = async () => (await system.newUser()).client;

const typesOf = (events: readonly StreamEvent[]) =>
  events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);

function expectMessagePieces(events: readonly StreamEvent[]): void {
  const pieces = events.filter((event) => event.type === 'new-message');
  const complete = only(events, 'interaction-complete');
  expect(pieces.map(({ sequence_number }) => sequence_number)).toEqual(pieces.map((_, index) => index));
  expect(pieces.map(({ stop }) => stop)).toEqual(pieces.map((_, index) => index === pieces.length - 1));
  expect(new Set(pieces.map(({ message_id }) => message_id))).toEqual(new Set([complete.message_id]));
  expect(pieces.map(({ message }) => message).join('')).toBe(complete.full_message);
  expect(complete.full_message).not.toBe('');
}

describe('a conversation with the demo agent', () => {
  it('begins, continues for several turns, can be read, and is finished', async () => {
    const user = await newUser();
    const { id, events } = await system.begin(user);
    expect(typesOf(events)).toEqual(['conversation-created', 'new-message', 'interaction-complete']);
    expectMessagePieces(events);

    const said = ['I would like to make an appointment.', 'Next Tuesday, please.'];
    const answers: string[] = [];
    for (const message of said) {
      const turn = await collect(user.interact(id, message));
      expect(typesOf(turn)).toEqual(['user-message-available', 'new-message', 'interaction-complete']);
      expect(only(turn, 'user-message-available').user_message).toBe(message);
      expectMessagePieces(turn);
      answers.push(only(turn, 'interaction-complete').full_message);
    }

    const { messages, has_more } = await user.messages(id);
    expect(has_more).toBe(false);
    expect(messages.map(({ message_type, message }) => [message_type, message])).toEqual([
      ['agent-message', only(events, 'interaction-complete').full_message],
      ['user-message', said[0]],
      ['agent-message', answers[0]],
      ['user-message', said[1]],
      ['agent-message', answers[1]],
    ]);

    await user.finish(id);
    await expect(collect(user.interact(id, 'one more'))).rejects.toMatchObject({ status: 409 });
    await expect(user.finish(id)).rejects.toMatchObject({ status: 409 });
    const { conversations } = await user.conversations({ id });
    expect(conversations).toEqual([
      expect.objectContaining({
        id,
        is_finished: true,
        num_messages: 5,
        service_id: system.credentials.service_id,
      }),
    ]);
  });

  it('takes the message as a file part too, as the Python client sends it', async () => {
    const user = await newUser();
    const { id } = await system.begin(user);

    const turn = await collect(user.interact(id, 'I would like to make an appointment.', { asFile: true }));

    expect(only(turn, 'user-message-available').user_message).toBe('I would like to make an appointment.');
  });

  it('given skip, lets the agent speak again without a user message', async () => {
    const user = await newUser();
    const { id } = await system.begin(user);

    const turn = await collect(user.interact(id, '', { type: 'skip' }));

    expect(typesOf(turn)).toEqual(['new-message', 'interaction-complete']);
    const { messages } = await user.messages(id, { message_type: 'user-message' });
    expect(messages).toEqual([]);
  });

  it('given an initial message, answers it in the first turn, and shows it among the messages', async () => {
    const user = await newUser();

    const events = await collect(
      user.createConversation(system.credentials.service_id, { initialMessage: 'My knee hurts.' }),
    );

    expect(typesOf(events)).toEqual(['conversation-created', 'new-message', 'interaction-complete']);
    const { messages } = await user.messages(only(events, 'conversation-created').conversation_id);
    expect(messages.map(({ message_type }) => message_type)).toEqual(['user-message', 'agent-message']);
    expect(messages[0]?.message).toBe('My knee hurts.');
  });

  it('is completed by the graph in its last state, and can then not be finished', async () => {
    const user = await newUser();
    const { id } = await system.begin(user);
    const words = [
      'I would like to make an appointment because my knee hurts.',
      'On Tuesday, please.',
      'In the morning.',
      'Sam Field, 020 7946 0958.',
      'Yes, everything is correct.',
      'Thank you, goodbye.',
    ];

    let isCompleted = false;
    for (const message of words) {
      if (isCompleted) break;
      const turn = await collect(user.interact(id, message));
      isCompleted = only(turn, 'interaction-complete').conversation_completed;
    }

    expect(isCompleted).toBe(true);
    await expect(user.finish(id)).rejects.toMatchObject({ status: 409 });
    expect((await user.conversations({ id })).conversations[0]).toMatchObject({ is_finished: true });
  });

  it('without an open conversation, lists nothing', async () => {
    const user = await newUser();

    expect(await user.conversations()).toEqual({
      conversations: [],
      has_more: false,
      continuation_token: null,
    });
  });
});

describe('one open conversation per user and service', () => {
  it('refuses a second one until the first is finished', async () => {
    const user = await newUser();
    const { id } = await system.begin(user);
    await collect(user.interact(id, 'hello'));

    await expect(system.begin(user)).rejects.toMatchObject({
      status: 400,
      body: { error_code: 'conversation_already_open' },
    });
    await user.finish(id);
    await system.begin(user);
  });

  it('given many at once, lets exactly one begin', async () => {
    const user = await newUser();

    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => system.begin(user)));

    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(refused).toHaveLength(4);
    for (const { reason } of refused) expect([400, 409]).toContain((reason as { status: number }).status);
    expect((await user.conversations()).conversations).toHaveLength(1);
  });
});

describe('the events about what the agent does', () => {
  it('come to those who may see insights, filtered by the pattern they give', async () => {
    const { client } = await system.newUser('DefaultAdministratorRole');
    const { id, events } = await system.begin(client);
    expect(typesOf(events)).toContain('current-agent-action');

    const silent = await collect(client.interact(id, 'hello', { actionTypes: '^$' }));
    expect(typesOf(silent)).not.toContain('current-agent-action');

    const selected = await collect(client.interact(id, 'hello', { actionTypes: 'action-selected$' }));
    const actions = selected.filter((event) => event.type === 'current-agent-action');
    expect(new Set(actions.map(({ action }) => action.type))).toEqual(
      new Set(['navigate-state-machine-action-state-action-selected']),
    );
  });

  it('do not come to a user without that permission', async () => {
    const user = await newUser();
    const { events } = await system.begin(user);
    expect(typesOf(events)).not.toContain('current-agent-action');
  });
});
