import { readFileSync } from 'node:fs';
import { DomainError } from '@svc/errors';
import { eventually, omnipotent } from '@svc/testing';
import { Leftovers } from '../src/index.js';
import type { ConversationEvent } from '../src/domain/conversation-event.js';
import type { ToolAnswer } from '@svc/engine';
import type { ToolRequest, Tools } from '../src/ports/ports.js';
import { ToolCalls } from '../src/turn/tool-calls.js';
import { deferred } from './deferred.js';
import { testGraph } from './definitions.js';
import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { eventsOf, expireLeases, leases } from './storage.js';
import { bookVisit } from './tool-conversation.js';
import { all, begun, saying } from './turns.js';

const spec = {
  tool_id: 'b00000000000000000000001',
  version_constraint: '*',
  additional_instruction: 'Only for the day that the user named.',
  audio_fillers: [],
  audio_filler_triggered_after: 2,
  result_persistence: 'persisted',
};
const descriptor = { ...bookVisit, toolId: spec.tool_id, versionConstraint: spec.version_constraint };
const [talk, ...others] = testGraph.states;
const graph = { ...testGraph, states: [{ ...talk, action_tool_call_specs: [spec] }, ...others] };

/** A server of tools: each call waits for `answer`. */
class TestTools implements Tools {
  readonly requests: ToolRequest[] = [];
  answer: () => Promise<ToolAnswer> = async () => ({ type: 'tool-ended', result: 'Booked.', durationMs: 5 });

  isAway = false;

  async describe() {
    if (this.isAway) throw new DomainError('service_unavailable', 'Nobody answers.');
    return [descriptor];
  }

  call(request: ToolRequest): Promise<ToolAnswer> {
    this.requests.push(request);
    return this.answer();
  }
}

let library: Library;
let host: Host;
let other: Host;
let tools: TestTools;

beforeAll(async () => {
  library = await openLibrary(graph);
  tools = new TestTools();
  host = await library.startHost('host-1', { tools });
  other = await library.startHost('host-2', { tools });
});
beforeEach(async () => {
  await library.clear();
  tools.requests.length = 0;
  tools.isAway = false;
  tools.answer = async () => ({ type: 'tool-ended', result: 'Booked.', durationMs: 5 });
});
afterAll(async () => {
  await library.close();
});

/** A conversation whose next turn calls the tool. */
async function aboutToBook(): Promise<string> {
  const conversationId = await begun(host);
  host.model.choices = ['book_visit'];
  host.model.input = '{"day":"Tuesday"}';
  return conversationId;
}

/** A turn that stops while its tool is called. */
async function calling() {
  const conversationId = await aboutToBook();
  const [reached, answered] = [deferred(), deferred()];
  tools.answer = async () => {
    reached.resolve();
    await answered.promise;
    return { type: 'tool-ended', result: 'Booked.', durationMs: 5 };
  };
  const turn = all(host.client.interact(saying(conversationId, 'On Tuesday'))).then(
    () => 'completed',
    () => 'failed',
  );
  await reached.promise;
  return { conversationId, turn, answer: () => answered.resolve() };
}

const ofTools = (events: readonly ConversationEvent[]) =>
  events.flatMap((event) => {
    if (event.type === 'ToolIntentRecorded') return ['intent'];
    return event.type === 'ToolOutcomeRecorded' ? [event.data.status] : [];
  });

describe('given a graph with a tool', () => {
  it('when a turn calls it, then the intent stands in the log before the call, and the outcome after it', async () => {
    const { conversationId, turn, answer } = await calling();
    expect(ofTools(await eventsOf(library, conversationId))).toEqual(['intent']);
    answer();
    expect(await turn).toBe('completed');
    expect(ofTools(await eventsOf(library, conversationId))).toEqual(['intent', 'ended']);
  });

  it('then the call has the effect key of the conversation and the turn', async () => {
    const conversationId = await aboutToBook();
    await all(host.client.interact(saying(conversationId, 'On Tuesday')));
    const { interactionId } = (await eventsOf(library, conversationId)).findLast(
      (event) => event.type === 'InteractionStarted',
    )!.data as { readonly interactionId: string };
    expect(tools.requests.map(({ effectKey, call }) => [effectKey, call.input])).toEqual([
      [`${conversationId}/${interactionId}/1`, { day: 'Tuesday' }],
    ]);
  });

  it('then the caller gets the start and the end of the call', async () => {
    const conversationId = await aboutToBook();
    const caller = omnipotent('ada');
    const told = await all(host.client.interact(saying(conversationId, 'On Tuesday', { caller })));
    expect(JSON.stringify(told)).toContain('tool-call-started');
    expect(JSON.stringify(told)).toContain('tool-call-ended');
  });

  it('when nobody describes it any more, then turns go on with the last description', async () => {
    const conversationId = await aboutToBook();
    tools.isAway = true;
    await all(host.client.interact(saying(conversationId, 'On Tuesday')));
    expect(tools.requests).toHaveLength(1);
  });

  it('when nobody describes it from the beginning, then turns go on without it', async () => {
    tools.isAway = true;
    const conversationId = await begun(host);
    await all(host.client.interact(saying(conversationId, 'On Tuesday')));
    expect(tools.requests).toEqual([]);
    expect(await eventsOf(library, conversationId)).not.toContainEqual(
      expect.objectContaining({ type: 'ToolsRead' }),
    );
  });

  it('when another instance takes the turn over during the call, then the outcome is unknown, and the call is not made again', async () => {
    const { conversationId, turn, answer } = await calling();
    await expireLeases(library);
    await other.get(Leftovers).voidExpired();
    expect(ofTools(await eventsOf(library, conversationId))).toEqual(['intent', 'unknown']);
    answer();
    expect(await turn).toBe('failed');
    // Who made the call still stores what came of it.
    await host.get(ToolCalls).drain(5_000);
    expect(ofTools(await eventsOf(library, conversationId))).toEqual(['intent', 'unknown', 'ended']);
    await all(host.client.interact(saying(conversationId, 'And now?')));
    expect(tools.requests).toHaveLength(1);
  });
});

describe('given a call whose outcome is unknown', () => {
  const tenantId = 'org:demo';

  async function unknown(): Promise<string> {
    const conversationId = await aboutToBook();
    tools.answer = () => Promise.reject(new Error('The connection was lost.'));
    await all(host.client.interact(saying(conversationId, 'On Tuesday')));
    return conversationId;
  }

  it('then operators see it, until it is settled', async () => {
    const conversationId = await unknown();
    const { calls } = await host.admin.listOpenToolCalls({ tenantId });
    expect(calls).toMatchObject([{ conversationId, name: 'book_visit', state: 'unknown' }]);
    const { callId } = calls[0]!;
    const settlement = { tenantId, conversationId, callId, status: 'not-called', note: 'There is no visit.' };
    await host.admin.settleToolCall(settlement);
    expect(await host.admin.listOpenToolCalls({ tenantId })).toEqual({ calls: [] });
    await expect(host.admin.settleToolCall(settlement)).rejects.toMatchObject({ code: 'conflict' });
    await all(host.client.interact(saying(conversationId, 'And now?')));
    expect(JSON.stringify(host.model.engaged.at(-1)?.messages)).toContain('There is no visit.');
  });

  it('when what is said of it is no outcome, or it is not there, then it is rejected', async () => {
    const conversationId = await unknown();
    const settle = (callId: string, status: string) =>
      host.admin.settleToolCall({ tenantId, conversationId, callId, status, note: '' });
    await expect(settle('i1/tool.none.1', 'ended')).rejects.toMatchObject({ code: 'not_found' });
    await expect(settle('i1/tool.none.1', 'unknown')).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('given a client that leaves while a tool with effects is called', () => {
  it('then its turn is void, the call goes on, and what came of it is known to the next turn', async () => {
    const conversationId = await aboutToBook();
    const [reached, answered] = [deferred(), deferred()];
    tools.answer = async () => {
      reached.resolve();
      await answered.promise;
      return { type: 'tool-ended', result: 'Booked for nine.', durationMs: 5 };
    };
    const leaves = new AbortController();
    const turn = all(host.client.interact(saying(conversationId, 'On Tuesday'), { signal: leaves.signal }));
    await reached.promise;
    leaves.abort();
    await expect(turn).rejects.toThrow();
    await eventually(async () => expect(await leases(library)).toEqual([]));
    expect(ofTools(await eventsOf(library, conversationId))).toEqual(['intent']);
    answered.resolve();
    await eventually(async () =>
      expect(ofTools(await eventsOf(library, conversationId))).toEqual(['intent', 'ended']),
    );
    await all(host.client.interact(saying(conversationId, 'And now?')));
    expect(JSON.stringify(host.model.engaged.at(-1)?.messages)).toContain('Booked for nine.');
    expect(tools.requests).toHaveLength(1);
  });
});

it('the sample of the public event is what a turn leaves', () => {
  const file = new URL(
    '../../../proto/svc/conversations/v1/samples/ToolOutcomeRecorded.json',
    import.meta.url,
  );
  const [sample] = JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly payload: object }[];
  expect(sample?.payload).toMatchObject({ status: 'ended', call: { name: 'book_visit' } });
});
