import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { permissionsOfRole } from '@svc/auth';
import {
  ChannelKind,
  ConversationDirection,
  WorkspaceConversationsServiceService,
} from '@svc/contracts/conversations';
import { workspaceTenant } from '@svc/kernel';
import { createClient } from '@svc/rpc';
import { eventually } from '@svc/testing';
import { startHttpToolServer, type HttpToolServer } from '@svc/testing/tool-servers';
import { startStandalone, type StartedStandalone } from './started-standalone.js';

// The clinic of examples/platform: its script makes the definitions over HTTP, then patients talk with it. Conversations asks
// agents, agents calls the clinic's system.

const repository = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'clinic-'));
let standalone: StartedStandalone;
let tools: HttpToolServer;
let conversations: ReturnType<typeof createClient<typeof WorkspaceConversationsServiceService>>;
let serviceId: string;

beforeAll(async () => {
  [standalone, tools] = await Promise.all([
    startStandalone(),
    startHttpToolServer({ effectsFile: path.join(folder, 'effects.jsonl') }),
  ]);
  const address = standalone.services.addressOf('conversations');
  conversations = createClient(WorkspaceConversationsServiceService, address, { alwaysConnects: true });
  const credentials = path.join(folder, 'credentials.json');
  writeFileSync(credentials, JSON.stringify(standalone.demo));
  const script = path.join(repository, 'examples/platform/clinic.mjs');
  const env = { ...process.env, TOOL_SERVER: tools.url };
  const { stdout } = await run(process.execPath, [script, credentials], { env });
  serviceId = /the service ([0-9a-f-]{36})\./.exec(stdout)?.[1] ?? '';
});
afterAll(async () => {
  conversations.close();
  await standalone.stop();
  await tools.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => tools.behave({}));

const caller = () => ({
  tenantId: workspaceTenant(standalone.demo.workspace_id),
  orgId: standalone.demo.org_id,
  credentialId: '0c2e28ba-2fa1-4d2e-883f-0016d3cca427',
  permissions: [...permissionsOfRole('member')],
  responsibleUserIds: [],
});

/** A patient says these one after another. @returns what the agent says, the states that it goes through, and its calls */
async function visit(...lines: readonly string[]) {
  const { conversation, turns } = await conversations.startWorkspaceConversation({
    caller: caller(),
    serviceId,
    channel: ChannelKind.CHANNEL_KIND_WEB,
    direction: ConversationDirection.CONVERSATION_DIRECTION_INBOUND,
    forceNew: false,
    greets: true,
    isSession: false,
    omitsTurns: false,
  });
  const id = conversation?.conversationId ?? '';
  const said = turns.map(({ text }) => text);
  for (const message of lines) {
    const asked = { caller: caller(), conversationId: id, message, ...textOnly };
    for await (const { outcome } of conversations.takeWorkspaceTurn(asked))
      said.push(...(outcome?.output ?? []).map(({ text }) => text));
  }
  const { turns: all, conversation: left } = await conversations.getWorkspaceConversation({
    ...{ caller: caller(), conversationId: id, includeToolCalls: true },
  });
  const ways = all.flatMap(({ stateTransitions }) => stateTransitions.map(({ to }) => to));
  const calls = all.flatMap(({ toolCalls }) => toolCalls);
  return { id, said, ways, calls, state: left?.state, reason: left?.completionReason };
}

const textOnly = { context: '', waitForFinal: true, suppressFiller: true, includeToolCalls: false };
const identified = ['Ada Field', '12 March 1980'] as const;
const asked = [...identified, 'I have a fever since yesterday', 'On Friday'] as const;
const untilBooking = [...asked, 'At 10:30', 'Yes, that is right'] as const;
const booked = (before: number) => tools.effects().slice(before);

describe('a patient of the clinic', () => {
  it('is told free times, and what they confirm is booked once', async () => {
    const before = tools.effects().length;
    const { said, ways, calls, reason } = await visit(...untilBooking, 'No, that is all. Thank you!');
    expect(ways).toEqual([
      'reason',
      'triage',
      'urgent_note',
      'day',
      'times',
      'confirm',
      'booking',
      'goodbye',
    ]);
    expect(said[4]).toContain('openings 09:00');
    expect(calls.map(({ toolName, succeeded }) => [toolName, succeeded])).toEqual([
      ['clinic__find_openings', true],
      ['clinic__book_appointment', true],
    ]);
    const input = { name: 'Ada Field', day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), time: '10:30' };
    expect(booked(before)).toMatchObject([{ key: expect.stringMatching(/\/1$/), isRepeat: false, input }]);
    const asked = tools.requests.filter(({ path }) => path !== '/');
    expect(new Set(asked.map(({ headers }) => headers['x-clinic-key']))).toEqual(
      new Set(["the calendar's own secret"]),
    );
    expect(reason).toBe('completed');
  });

  it.each([
    ['when they are asked why they come', []],
    ['when they are asked for a day', ['My back hurts']],
    ['when they are asked to confirm', ['My back hurts', 'On Friday', 'At 09:00']],
  ])('is handed over on a crisis word, %s', async (_when, lines) => {
    const before = tools.effects().length;
    const { said, state, calls } = await visit(...identified, ...lines, 'I want to end my life');
    expect(state).toBe('hand_over');
    expect(calls.map(({ toolName }) => toolName)).toContain('request_operator');
    expect(said.at(-1)).toMatch(/call 112 now.*020 7946 0199/);
    expect(booked(before)).toEqual([]);
  });

  it('is told it again after they have changed their mind about the day', async () => {
    const before = tools.effects().length;
    const { ways, calls } = await visit(...asked, 'At 09:00', 'No, another day', 'On Thursday');
    expect(ways.slice(-4)).toEqual(['confirm', 'day', 'times', 'confirm']);
    const days = calls.map(({ inputJson }) => (JSON.parse(inputJson) as { day: string }).day);
    expect(new Set(days).size).toBe(2);
    expect(booked(before)).toEqual([]);
  });
});

describe("the clinic's system", () => {
  it('may be busy for a moment: a look-up is repeated', async () => {
    tools.behave({ 'GET /openings': { status: 503, times: 1 } });
    const { said, calls } = await visit(...asked);
    expect(said.at(-1)).toContain('openings 09:00');
    expect(calls).toMatchObject([{ toolName: 'clinic__find_openings', succeeded: true }]);
  });

  it('may break off after a booking: it stands once, and the patient is told that nobody knows', async () => {
    const before = tools.effects().length;
    tools.behave({ 'POST /appointments': { breaksOff: 'after' } });
    const { said, calls } = await visit(...untilBooking, 'Did it work?');
    expect(said.at(-2)).toContain('I can not tell whether that has worked');
    expect(calls.at(-1)).toMatchObject({ toolName: 'clinic__book_appointment', succeeded: false });
    expect(booked(before)).toHaveLength(1);
  });
});

describe('the clinic approves each booking', () => {
  const api = (method: string, route: string, body?: object) =>
    fetch(`${standalone.demo.base_url}/v1/${standalone.demo.workspace_id}/${route}`, {
      method,
      headers: {
        authorization: `Bearer ${standalone.demo.workspace_api_key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const withPolicy = async (approval_policy: string) => {
    const { items } = (await (await api('GET', 'integrations')).json()) as { items: { id: string }[] };
    expect((await api('PATCH', `integrations/${items[0]?.id}`, { approval_policy })).status).toBe(200);
  };
  beforeAll(() => withPolicy('writes'));
  afterAll(() => withPolicy('none'));

  const decide = async (id: string, action: 'approve' | 'reject', body?: object) => {
    const response = await api('POST', `integrations/approvals/${id}/${action}`, body);
    return [response.status, await response.json()] as const;
  };
  const saidLast = async (id: string) => {
    const asked = { caller: caller(), conversationId: id, includeToolCalls: false };
    return (await conversations.getWorkspaceConversation(asked)).turns.at(-1)?.text;
  };

  it('which is made once a person has approved it, and the patient is told', async () => {
    const before = tools.effects().length;
    const { id, said } = await visit(...untilBooking);
    expect(said.at(-1)).toContain('Somebody has to approve that first');
    expect(booked(before)).toEqual([]);
    expect(await decide(id, 'approve')).toEqual([200, { status: 'granted', conversation_id: id }]);
    await eventually(async () => expect(await saidLast(id)).toContain('That is done'), 30_000);
    expect(booked(before)).toMatchObject([{ isRepeat: false, input: { time: '10:30' } }]);
    expect((await decide(id, 'approve'))[0]).toBe(404);
    expect(booked(before)).toHaveLength(1);
  });

  it('or not at all, and the patient is told that it did not work', async () => {
    const before = tools.effects().length;
    const { id } = await visit(...untilBooking);
    const told = await saidLast(id);
    expect(await decide(id, 'reject', { reason: 'The doctor is away.' })).toEqual([
      200,
      { status: 'rejected', conversation_id: id },
    ]);
    await eventually(async () => expect(await saidLast(id)).not.toBe(told), 30_000);
    expect(await saidLast(id)).toContain('That did not work');
    expect(booked(before)).toEqual([]);
  });
});
