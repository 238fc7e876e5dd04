import { permissionsOfRole } from '@svc/auth';
import type { ToolAnswer } from '@svc/engine';
import { WorkspaceConversationStatus as Status } from '@svc/contracts/conversations';
import { eventually } from '@svc/testing';
import type { ToolRequest, Tools } from '../src/ports/ports.js';
import { OwnTurns } from '../src/turn/own-turns.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { eventsOf } from './storage.js';
import { bookVisit } from './tool-conversation.js';
import { keyOf, started, taken, tenantId, turnRequest, workspaceGraph, workspaceId } from './workspaces.js';

const descriptor = {
  ...bookVisit,
  toolId: 'desk__book_visit',
  name: 'book_visit',
  version: null,
  needsApproval: true,
} as const;
const operator = keyOf(permissionsOfRole('operator'));

class GatedTools implements Tools {
  readonly requests: ToolRequest[] = [];

  async describe() {
    return [descriptor];
  }

  async call(request: ToolRequest): Promise<ToolAnswer> {
    this.requests.push(request);
    return { type: 'tool-ended', result: 'Booked.', durationMs: 5 };
  }
}

let library: Library;
let host: Host;
let other: Host;
const tools = new GatedTools();

beforeAll(async () => {
  library = await openLibrary(workspaceGraph({ action_tool_call_specs: [{ tool_id: descriptor.toolId }] }));
  host = await library.startHost('host-1', { tools });
  other = await library.startHost('host-2', { tools });
});
beforeEach(async () => {
  await library.clear();
  tools.requests.length = 0;
});
afterAll(() => library.close());

const soon = (holds: () => void | Promise<void>) => eventually(holds, 15_000);
const decide = (conversationId: string, decision: string, changes = {}, at = host) =>
  at.waits.decideApproval({ caller: operator, conversationId, decision, ...changes });
const statusOf = async (conversationId: string) =>
  (
    await host.workspaces.getWorkspaceConversation({
      caller: keyOf(),
      conversationId,
      includeToolCalls: false,
    })
  ).conversation?.status;

/** A conversation whose agent has asked to book a visit. */
async function parked(at = host) {
  const { id } = await started(at);
  at.model.choices = ['book_visit'];
  at.model.input = '{"day":"Tuesday"}';
  const { outcome } = await taken(at.workspaces.takeWorkspaceTurn(turnRequest(id, 'On Tuesday')));
  return { id, outcome };
}

/** Messages of the agent that nobody had asked for. */
async function ownMessages(id: string): Promise<number> {
  const events = await eventsOf(library, id, tenantId);
  return events.filter((event) => event.type === 'AgentMessageCompleted' && event.data.isOwnTurn).length;
}

describe('approval_policy: a call that a person has to approve', () => {
  it('is parked: the turn ends with `background_pending` and the conversation is paused', async () => {
    const { id, outcome } = await parked();
    expect(outcome.backgroundPending).toBe(true);
    expect(outcome.conversation?.status).toBe(Status.WORKSPACE_CONVERSATION_STATUS_PAUSED);
    expect(await statusOf(id)).toBe(Status.WORKSPACE_CONVERSATION_STATUS_PAUSED);
    expect(tools.requests).toEqual([]);
  });

  it('given it is approved, then it is made once, and the agent tells of it', async () => {
    const { id } = await parked();
    await decide(id, 'approved');
    await soon(async () => expect(await ownMessages(id)).toBe(1));
    expect(tools.requests).toMatchObject([{ isApproved: true, call: { input: { day: 'Tuesday' } } }]);
    const parkedAs = (await eventsOf(library, id, tenantId)).find(
      (event) => event.type === 'WaitBegan',
    )?.data;
    expect(tools.requests[0]?.effectKey).toBe(`${id}/${parkedAs?.call?.effectKey}`);
    expect(await statusOf(id)).toBe(Status.WORKSPACE_CONVERSATION_STATUS_ACTIVE);
    const { outcome } = await host.workspaces.collectWorkspaceTurns({
      caller: keyOf(),
      conversationId: id,
      includeToolCalls: false,
    });
    expect(outcome?.output).toHaveLength(1);
  });

  it('given it is rejected, then the agent is told why', async () => {
    const { id } = await parked();
    await decide(id, 'rejected', { reason: 'Not before the exam.' });
    await soon(async () => expect(await ownMessages(id)).toBe(1));
    expect(JSON.stringify(host.model.engaged.at(-1)?.messages)).toContain('Not before the exam.');
    expect(tools.requests).toEqual([]);
  });

  it('of many decisions at once on two instances the first counts, and all others are 404', async () => {
    const { id } = await parked();
    const decisions = await Promise.allSettled(
      Array.from({ length: 8 }, (_none, place) =>
        decide(id, place % 2 === 0 ? 'approved' : 'rejected', {}, place % 4 < 2 ? host : other),
      ),
    );
    const refused = decisions.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(7);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'not_found' });
    await soon(async () => expect(await ownMessages(id)).toBe(1));
    const events = await eventsOf(library, id, tenantId);
    const ended = events.flatMap((event) => (event.type === 'WaitEnded' ? [event.data.decision] : []));
    expect(ended).toHaveLength(1);
    expect(tools.requests).toHaveLength(ended[0] === 'approved' ? 1 : 0);
  });

  it('given the conversation is closed while the agent is told, then that turn ends with it', async () => {
    const { id } = await parked();
    const hold = host.model.hold();
    await decide(id, 'rejected');
    await hold.reached;
    await other.workspaces.closeWorkspaceConversation({ caller: keyOf(), conversationId: id });
    hold.release();
    await host.get(OwnTurns).settled();
    expect(await statusOf(id)).toBe(Status.WORKSPACE_CONVERSATION_STATUS_CLOSED);
    expect(await ownMessages(id)).toBe(0);
    const types = (await eventsOf(library, id, tenantId)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['InteractionVoided', 'ConversationFinished']);
  });

  it('given its process dies once it is approved, then another one makes it, once', async () => {
    const gone = await library.startHost('host-gone', { tools });
    const { id } = await parked(gone);
    await gone.get(OwnTurns).stop();
    await decide(id, 'approved', {}, gone);
    await gone.stop(0);
    await Promise.all([host.scheduler.tick(), other.scheduler.tick()]);
    await soon(async () => expect(await ownMessages(id)).toBe(1));
    expect(tools.requests).toHaveLength(1);
  });

  it('given another workspace, or a key that may not review, then nobody learns of it', async () => {
    const { id } = await parked();
    const elsewhere = keyOf(permissionsOfRole('operator'), '1b4e28ba-2fa1-4d2e-883f-0016d3cca427');
    await expect(decide(id, 'approved', { caller: elsewhere })).rejects.toMatchObject({ code: 'not_found' });
    for (const conversationId of [id, '0192f1f0-0000-4000-8000-0000000000ff'])
      await expect(
        decide(conversationId, 'approved', { caller: keyOf(permissionsOfRole('viewer'), workspaceId) }),
      ).rejects.toMatchObject({ code: 'permission_denied' });
    expect(await statusOf(id)).toBe(Status.WORKSPACE_CONVERSATION_STATUS_PAUSED);
  });

  it.each([
    ['another word', { decision: 'maybe' }, 'invalid_request'],
    ['a reason that is too long', { reason: 'x'.repeat(2_001) }, 'validation_failed'],
    ['a text that can not be stored', { reason: '\u0000' }, 'validation_failed'],
    ['no id of a conversation', { conversationId: 'x' }, 'not_found'],
  ])('given %s, then it is refused', async (_what, changes, code) => {
    const { id } = await parked();
    await expect(decide(id, 'approved', changes)).rejects.toMatchObject({ code });
  });
});
