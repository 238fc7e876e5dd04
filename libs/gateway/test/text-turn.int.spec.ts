import { ChannelKind, ConversationDirection } from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import { eventually } from '@svc/testing';
import { jsonOf } from './answers.js';
import {
  answer,
  conversationId,
  earlier,
  outcome,
  piece,
  serviceId,
  startConversationDesk,
  told,
  whole,
  type ConversationDesk,
} from './conversation-desk.js';
import { bearsWorkspaceKey, workspaceId } from './harness.js';

let desk: ConversationDesk;
beforeAll(async () => {
  desk = await startConversationDesk();
});
afterAll(() => desk.stop());
beforeEach(() => void (desk.turn = whole));

const path = `/v1/${workspaceId}/services/${serviceId}/text-turn`;
const message = { phone_number: '+4930123456', agent_phone: '+4930654321', text: 'Hi' };
const send = (changes: object = {}) => desk.ask('POST', path, { ...message, ...changes });

const says = (...texts: readonly string[]) => {
  const output = texts.map((text) => ({ ...answer, text }));
  desk.turn = () => told({ outcome: { ...outcome, output } });
};

describe('a turn by a text message', () => {
  it('is taken in the conversation of the number, and gives what the agent says', async () => {
    const response = await send();
    expect([response.status, await jsonOf(response)]).toEqual([200, { text: 'Hello' }]);
    expect(desk.seen.start).toMatchObject({
      ...{ serviceId, canonicalId: 'phone:number:+4930123456', recipient: '+4930123456' },
      channel: ChannelKind.CHANNEL_KIND_SMS,
      direction: ConversationDirection.CONVERSATION_DIRECTION_INBOUND,
      ...{ forceNew: false, greets: false, isSession: false, omitsTurns: true },
    });
    expect(desk.seen.turn).toMatchObject({ conversationId, message: 'Hi', suppressFiller: true });
  });

  it('gives what waited first, a line each', async () => {
    desk.turn = () => told({ earlier: [earlier] }, { outcome: { ...outcome, output: [earlier, answer] } });
    expect(await jsonOf(await send())).toEqual({ text: 'Still there?\nHello' });
  });

  it.each([[[]], [['']], [[' ', '\n']]])('is 204 where the agent says %j', async (texts) => {
    says(...texts);
    const response = await send();
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('cuts what is longer than a reply may be between two characters', async () => {
    says('😀'.repeat(8_192));
    expect(await jsonOf(await send())).toEqual({ text: '😀'.repeat(8_192) });
    says('😀'.repeat(8_193));
    expect(await jsonOf(await send())).toEqual({ text: `${'😀'.repeat(8_191)}…` });
  });

  it.each([
    ['conversation_busy', 409, 'conversation_busy'],
    ['conversation_finished', 409, 'conversation_closed'],
    ['not_found', 404, 'not_found'],
    ['permission_denied', 403, 'permission_denied'],
  ] as const)('that is refused with %s answers %s', async (code, status, name) => {
    desk.turn = async function* () {
      throw new DomainError(code, 'No.');
      yield* told();
    };
    const response = await send();
    expect([response.status, (await jsonOf(response))['error_code']]).toEqual([status, name]);
  });

  it('with an unknown outcome is no success', async () => {
    desk.turn = () => told({ events: [piece('Hel')] });
    expect((await send()).status).toBe(503);
  });

  it('whose client leaves is told to nobody, so that its answer is kept for the next one', async () => {
    const seen = { began: false, left: false };
    desk.turn = async function* (_request, { signal }) {
      seen.began = true;
      yield* told({});
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      seen.left = true;
    };
    const leaving = new AbortController();
    const response = fetch(`${desk.url}${path}`, {
      ...{ method: 'POST', body: JSON.stringify(message), signal: leaving.signal },
      headers: { ...bearsWorkspaceKey, 'content-type': 'application/json' },
    });
    await eventually(() => expect(seen.began).toBe(true));
    leaving.abort();
    await expect(response).rejects.toThrow();
    await eventually(() => expect(seen.left).toBe(true));
  });

  it.each([
    ['no number', { phone_number: undefined }],
    ['a number of another form', { phone_number: '030 123456' }],
    ['too long a number', { phone_number: '+4930123456789012' }],
    ['no number of the agent', { agent_phone: undefined }],
    ['no text', { text: '' }],
    ['text that nobody sees', { text: ' \n' }],
    ['too long a text', { text: 'x'.repeat(8_193) }],
    ['text that can not be stored', { text: 'a\u0000b' }],
  ])('refuses %s', async (_what, changes) => {
    expect((await send(changes)).status).toBe(422);
  });
});
