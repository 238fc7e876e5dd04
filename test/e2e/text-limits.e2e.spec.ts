import { beforeAll, describe, expect, it } from '@jest/globals';
import { HttpError, type ClassicClient } from '../support/client.js';
import { collect, only } from '../support/stream-events.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem();
let user: ClassicClient;
let conversation: string;

beforeAll(async () => {
  user = await newUser();
  conversation = (await system.begin(user)).id;
});

const newUser = async () => (await system.newUser()).client;

function interact(message: string, events: readonly string[]) {
  const body = new FormData();
  body.append('initial_message_type', 'user-message');
  body.append('recorded_message', message);
  for (const content of events) {
    body.append('external_event_message_content', content);
    body.append('external_event_message_timestamp', new Date().toISOString());
  }
  const query = { request_format: 'text', response_format: 'text' };
  return collect(user.stream(`conversation/${conversation}/interact`, { query, body }));
}

/** Input and actions of a turn, without the agent's text. */
async function heardIn(interactionId: string) {
  const { messages } = await user.messages(conversation, { interaction_id: interactionId });
  return messages.filter(({ message_type: type }) => type !== 'agent-message').map(({ message }) => message);
}

async function rejectionOf(work: Promise<unknown>) {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof HttpError)) throw error;
  const { detail } = error.body as unknown as { readonly detail: readonly { loc: unknown; msg: string }[] };
  return [error.status, ...detail.map(({ loc, msg }) => [loc, msg])];
}

const emoji = (count: number) => '😀'.repeat(count);
const content = ['body', 'external_event_message_content'];
const message = ['body', 'recorded_message'];

describe('the text of one turn', () => {
  it.each<[what: string, message: string, events: readonly string[]]>([
    ['20,000 emoji', emoji(20_000), []],
    ['40,000 emoji in a message and 20 events', emoji(20_000), Array(20).fill(emoji(1_000)) as string[]],
    ['33,000 quotation marks in a message and an event', '"'.repeat(20_000), ['"'.repeat(13_000)]],
    ['control characters', '\u0001'.repeat(20_000), []],
    ['10,000 letters with a combining mark each', 'e\u0301'.repeat(10_000), []],
  ])('given %s, then it is accepted and stored unchanged', async (_what, text, events) => {
    const stream = await interact(text, events);
    expect(only(stream, 'user-message-available').user_message).toBe(text);
    const { interaction_id: interaction } = only(stream, 'interaction-complete');
    expect(await heardIn(interaction)).toEqual([...events, text]);
  });

  it.each<[what: string, message: string, events: readonly string[], loc: unknown, rule: string]>([
    ['20,001 emoji', emoji(20_001), [], message, 'must hold at most 20000 characters'],
    ['33,000 quotation marks', '"'.repeat(33_000), [], message, 'must hold at most 20000 characters'],
    ['an event of 20,001', 'a', ['x'.repeat(20_001)], [...content, 0], 'must hold at most 20000 characters'],
    ['21 events', 'a', Array(21).fill('x') as string[], content, 'must hold at most 20 items'],
    [
      '40,001 emoji together',
      emoji(20_000),
      [emoji(20_000), '😀'],
      content,
      'must hold at most 40000 characters together with the message',
    ],
  ])('given %s, then it is 422 with field and limit', async (_what, text, events, loc, rule) => {
    expect(await rejectionOf(interact(text, events))).toEqual([422, [loc, rule]]);
  });
});

describe('a first message', () => {
  const begin = async (initialMessage: string) =>
    collect((await newUser()).createConversation(system.credentials.service_id, { initialMessage }));

  it('given 20,000 emoji, then it is accepted', async () => {
    expect((await begin(emoji(20_000))).at(-1)).toMatchObject({ type: 'interaction-complete' });
  });

  it.each([
    ['20,001 emoji', emoji(20_001), 'must hold at most 20000 characters'],
    ['a lone surrogate', 'a\ud83d', 'must not hold U+0000 or lone surrogates'],
  ])('given %s, then it is 422 with field and limit', async (_what, text, rule) => {
    expect(await rejectionOf(begin(text))).toEqual([422, [['body', 'initial_message'], rule]]);
  });
});
