import { DomainError } from '@svc/errors';
import { jsonOf } from './answers.js';
import {
  answer,
  complete,
  conversationId,
  earlier,
  framesOf,
  namesOf,
  ofTool,
  outcome,
  piece,
  startConversationDesk,
  told,
  turnId,
  turns,
  whole,
  type ConversationDesk,
} from './conversation-desk.js';

let desk: ConversationDesk;
const ask: ConversationDesk['ask'] = (...asked) => desk.ask(...asked);

beforeAll(async () => {
  desk = await startConversationDesk();
});
afterAll(() => desk.stop());
beforeEach(() => void (desk.turn = whole));

const forEvents = { accept: 'text/event-stream' };

describe('a turn as one answer', () => {
  it('holds what was said, and calls of tools only where they are asked for', async () => {
    const plain = await jsonOf(await ask('POST', turns, { message: 'Hi' }));
    expect(plain).toMatchObject({
      ...{ turn_id: turnId, background_pending: false, tool_calls: [] },
      input: { role: 'user', text: 'Hi', turn_index: 0 },
      output: [{ role: 'agent', text: 'Hello', tool_calls: [] }],
      conversation: { id: conversationId, turn_count: 1, context_graph_state: { name: 'triage' } },
    });
    const more = await jsonOf(await ask('POST', `${turns}?include_tool_calls=true`, { message: 'Hi' }));
    expect(more['tool_calls']).toMatchObject([{ call_id: 'c1', succeeded: true }]);
  });

  it('passes on all that the client says, in words', async () => {
    await ask('POST', turns, {
      message: 'Look:',
      content: [{ text: 'my foot' }, { type: 'image', url: 'https://x.test/1.png', media_type: 'image/png' }],
      media_url: 'https://x.test/2.mp3',
      ...{ context: 'They are on page 2.', viewport_width: 80, viewport_height: 24 },
      ...{ wait_for_final: true, suppress_filler: true },
    });
    expect(desk.seen.turn).toMatchObject({
      message: 'Look:\nmy foot\n[image/png: https://x.test/1.png]\n[attachment: https://x.test/2.mp3]',
      ...{
        context: 'They are on page 2.',
        waitForFinal: true,
        suppressFiller: true,
        includeToolCalls: false,
      },
    });
  });

  it.each([
    ['conversation_busy', 409, 'conversation_busy'],
    ['conversation_finished', 409, 'conversation_closed'],
    ['not_found', 404, 'not_found'],
  ] as const)('that is refused with %s answers %s', async (code, status, name) => {
    desk.turn = async function* () {
      throw new DomainError(code, 'No.');
      yield* told();
    };
    for (const headers of [{}, forEvents]) {
      const response = await ask('POST', turns, { message: 'Hi' }, headers);
      expect([response.status, (await jsonOf(response))['error_code']]).toEqual([status, name]);
    }
  });

  it('with an unknown outcome is no success', async () => {
    desk.turn = () => told({ events: [piece('Hel')] });
    expect((await ask('POST', turns, { message: 'Hi' })).status).toBe(503);
  });

  it.each([
    ['too long a message', { message: 'x'.repeat(10_001) }],
    ['too many parts', { content: Array.from({ length: 21 }, () => ({ text: 'x' })) }],
    ['too narrow a viewport', { viewport_width: 19 }],
    ['too long a context', { context: 'x'.repeat(100_001) }],
  ])('refuses %s', async (_what, body) => {
    expect((await ask('POST', turns, body)).status).toBe(422);
  });
});

describe('a poll', () => {
  it('takes no turn, and gives what nobody has heard', async () => {
    const response = await ask('POST', `${turns}?poll=true`, {});
    expect(await jsonOf(response)).toMatchObject({
      output: [],
      tool_calls: [],
      input: { text: '' },
      turn_id: null,
    });
  });

  it.each([
    ['a message', { message: 'Hi' }, {}],
    ['wait_for_final', { wait_for_final: false }, {}],
    ['suppress_filler', { suppress_filler: true }, {}],
    ['events', {}, forEvents],
  ])('does not go together with %s', async (_what, body, headers) => {
    expect((await ask('POST', `${turns}?poll=true`, body, headers)).status).toBe(422);
  });
});

describe('a turn as a stream', () => {
  const stream = (query = '') => ask('POST', `${turns}/stream${query}`, { message: 'Hi' });

  it('tells tokens, the message and the end, by either route', async () => {
    for (const response of [await stream(), await ask('POST', turns, { message: 'Hi' }, forEvents)]) {
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      expect(await framesOf(response)).toEqual([
        ['token', { text: 'Hel' }],
        ['token', { text: 'lo' }],
        ['message', { role: 'agent', text: 'Hello' }],
        [
          'done',
          {
            ...{
              conversation_id: conversationId,
              status: 'active',
              turn_count: 1,
              background_pending: false,
            },
            ...{ delivery_protocol_version: null, turn_id: turnId, turn_index: 0 },
          },
        ],
      ]);
    }
  });

  it('tells calls of tools before the message', async () => {
    desk.turn = () => told({ events: ofTool }, { events: [piece('Hello'), complete] }, { outcome });
    expect((await framesOf(await stream('?include_tool_calls=true'))).slice(0, 2)).toEqual([
      ['tool_call_started', { tool_name: 'book', call_id: 'c1', input: '{"day":"Tuesday"}' }],
      [
        'tool_call_completed',
        { tool_name: 'book', call_id: 'c1', result: 'Booked.', succeeded: true, duration_ms: 5 },
      ],
    ]);
    expect(desk.seen.turn?.includeToolCalls).toBe(true);
  });

  it('begins with what nobody has heard', async () => {
    const output = [earlier, answer];
    desk.turn = () =>
      told(
        { earlier: [earlier] },
        { events: [piece('Hello'), complete] },
        { outcome: { ...outcome, output } },
      );
    expect((await framesOf(await stream())).map(([name, { text }]) => [name, text])).toEqual([
      ['message', 'Still there?'],
      ['token', 'Hello'],
      ['message', 'Hello'],
      ['done', undefined],
    ]);
  });

  it('ends with what came late', async () => {
    const late = { ...answer, interactionId: 'i2', text: 'It is booked.' };
    desk.turn = () => told({ events: [complete] }, { outcome: { ...outcome, output: [answer, late] } });
    expect(await namesOf(await stream())).toEqual(['message', 'message', 'done']);
  });

  it('sends its head when the turn begins', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    desk.turn = async function* (...given) {
      yield { events: [], earlier: [] };
      await held;
      yield* whole(...given);
    };
    const response = await stream();
    expect(response.status).toBe(200);
    release();
    expect((await namesOf(response)).at(-1)).toBe('done');
  });

  it.each([
    ['service_unavailable', 'upstream_error', true, 503],
    ['conversation_finished', 'client_error', false, 409],
    ['internal_error', 'unknown', false, 500],
  ] as const)('that fails with %s ends with an error', async (code, name, retryable, status) => {
    desk.turn = async function* () {
      yield* told({ events: [piece('Hel')] });
      throw code === 'internal_error' ? new Error('secret') : new DomainError(code, 'No.');
    };
    const frames = await framesOf(await stream());
    expect(frames.map(([event]) => event)).toEqual(['token', 'error']);
    expect(frames.at(-1)?.[1]).toMatchObject({ code: name, retryable, status_code: status });
    expect(JSON.stringify(frames)).not.toContain('secret');
  });

  it('with an unknown outcome ends with an error that says so', async () => {
    desk.turn = () => told({ events: [piece('Hel')] });
    expect((await framesOf(await stream())).at(-1)?.[1]).toMatchObject({ code: 'stream_interrupted' });
  });
});
