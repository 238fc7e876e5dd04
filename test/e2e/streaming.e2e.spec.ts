import { afterEach, describe, expect, it } from '@jest/globals';
import type { ClassicClient } from '../support/client.js';
import { ModelServer } from '../support/model-server.js';
import { collect, only } from '../support/stream-events.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem({
  counterpart: () => ModelServer.start({ pieces: ['The first piece, ', 'and the rest.'] }),
});
afterEach(() => system.counterpart.release());

async function begin(): Promise<{ readonly client: ClassicClient; readonly id: string }> {
  const { client } = await system.newUser();
  const { id } = await system.begin(client);
  return { client, id };
}

describe('streaming from an OpenAI-compatible model', () => {
  it('given a model that holds its second piece back, gives the client the first one meanwhile', async () => {
    const { client, id } = await begin();
    system.counterpart.holdAfter(1);

    const stream = client.interact(id, 'hello');
    const heard: string[] = [];
    for await (const event of stream) {
      if (event.type === 'new-message' && event.message !== '') {
        heard.push(event.message);
        // The model still holds the rest back, so this piece has not waited for it.
        if (heard.length === 1) system.counterpart.release();
      }
    }

    expect(heard).toEqual(['The first piece, ', 'and the rest.']);
  });

  it('given a client that disconnects in the middle, stops the model and keeps nothing of the interaction', async () => {
    const { client, id } = await begin();
    const before = (await client.messages(id)).messages;
    system.counterpart.holdAfter(1);
    const leave = new AbortController();

    const stream = client.interact(id, 'never mind', { signal: leave.signal });
    const reading = collect(stream);
    await system.counterpart.untilHeldBack();
    leave.abort();
    await expect(reading).rejects.toThrow();
    await system.counterpart.answers.at(-1)?.untilClosed();
    system.counterpart.release();

    const next = await interactOnceFree(client, id, 'hello again');
    expect(only(next, 'user-message-available').user_message).toBe('hello again');
    const after = (await client.messages(id)).messages.map(({ message }) => message);
    expect(after).toEqual([
      ...before.map(({ message }) => message),
      'hello again',
      'The first piece, and the rest.',
    ]);
  });

  it('given a client that disconnects while a conversation is created, keeps no conversation', async () => {
    const { client } = await system.newUser();
    system.counterpart.holdAfter(1);
    const leave = new AbortController();

    const reading = collect(
      client.createConversation(system.credentials.service_id, { signal: leave.signal }),
    );
    await system.counterpart.untilHeldBack();
    leave.abort();
    await expect(reading).rejects.toThrow();
    await system.counterpart.answers.at(-1)?.untilClosed();
    system.counterpart.release();

    const { id } = await beginOnceFree(client);
    expect((await client.conversations()).conversations.map((conversation) => conversation.id)).toEqual([id]);
  });

  it('given a second interaction while one runs, refuses it and lets the first end', async () => {
    const { client, id } = await begin();
    system.counterpart.holdAfter(1);
    const first = collect(client.interact(id, 'one'));
    await system.counterpart.untilHeldBack();

    await expect(collect(client.interact(id, 'two'))).rejects.toMatchObject({
      status: 409,
      body: { error_code: 'operation_in_progress' },
    });
    await expect(client.finish(id)).rejects.toMatchObject({ status: 409 });
    system.counterpart.release();

    expect(only(await first, 'interaction-complete').full_message).toBe('The first piece, and the rest.');
    const said = (await client.messages(id, { message_type: 'user-message' })).messages;
    expect(said.map(({ message }) => message)).toEqual(['one']);
  });

  it('given SIGTERM in the middle of a turn, lets it end with interaction-complete, and ends cleanly', async () => {
    const { client, id } = await begin();
    system.counterpart.holdAfter(1);
    const turn = collect(client.interact(id, 'the last one'));
    await system.counterpart.untilHeldBack();

    const ending = system.process.stop('SIGTERM');
    await system.process.untilItRefuses();
    system.counterpart.release();

    expect(only(await turn, 'interaction-complete').full_message).toBe('The first piece, and the rest.');
    expect((await ending).exitCode).toBe(0);
    await system.start();
    const { messages } = await system.administrator.messages(id, { message_type: 'user-message' });
    expect(messages.map(({ message }) => message)).toEqual(['the last one']);
  });
});

/** The server notices a departure a moment later; until then the conversation is busy. */
async function interactOnceFree(client: ClassicClient, id: string, message: string) {
  for (;;) {
    const events = await collect(client.interact(id, message)).catch(retryConflict);
    if (events) return events;
  }
}

async function beginOnceFree(client: ClassicClient) {
  for (;;) {
    const begun = await system.begin(client).catch(retryConflict);
    if (begun) return begun;
  }
}

function retryConflict(error: unknown): undefined {
  const { status } = error as { status?: number };
  if (status === 409 || status === 400) return undefined;
  throw error;
}
