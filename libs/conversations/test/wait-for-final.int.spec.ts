import { jest } from '@jest/globals';
import type { ToolCall } from '@svc/engine';
import { CollectTurns } from '../src/application/collect-turns.js';
import { existing } from '../src/domain/conversation-decider.js';
import type { WorkspaceTerms } from '../src/domain/workspace-conversation.js';
import { Conversations } from '../src/log/conversations.js';
import { OwnTurns } from '../src/turn/own-turns.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { changed, desk, greetedInWorkspace, tenantId, workspaceGraph } from './workspace-conversation.js';
import { keyOf } from './workspaces.js';

let library: Library;
let host: Host;
let other: Host;

beforeAll(async () => {
  library = await openLibrary(workspaceGraph());
  host = await library.startHost('waits-1');
  other = await library.startHost('waits-2');
});
beforeEach(() => library.clear());
afterEach(() => jest.restoreAllMocks());
afterAll(() => library.close());

const background: ToolCall = {
  ...{ id: 'i1/tool.look_up.1', toolId: 'look_up', name: 'look_up', version: null, input: {} },
  ...{ effectKey: null, state: 'desk', purpose: 'engage', round: 0 },
  handling: {
    ...{ resultPersistence: 'accumulate', delivery: 'interrupt', failureDelivery: null },
    ...{ failureDeliveryByClass: null, lifecycle: 'independent' },
  },
  ...{ isBackground: true, startedAtMs: 1_001_000, timeoutMs: 600_000 },
};

const terms: WorkspaceTerms = {
  channel: 'web',
  direction: 'inbound',
  isSession: false,
  isSilent: true,
  useCaseId: null,
};

/** A turn that waits on the first instance for a tool in the background. @param at each second */
async function waiting(at: (second: number) => Promise<void>) {
  const notes = [{ type: 'intent' as const, call: background }];
  const turn = { place: desk, notes };
  const conversationId = await greetedInWorkspace(host, turn, undefined, terms);
  const { state } = await host.get(Conversations).load(tenantId, conversationId);
  let second = 0;
  jest.spyOn(host.scheduler, 'wait').mockImplementation(() => at((second += 1)));
  const loads = jest.spyOn(host.get(Conversations), 'load');
  const metadata = { actor: 'test', correlationId: 'test', causationId: 'test' };
  const context = { caller: keyOf(), tenantId, metadata };
  const request = { conversationId, includeToolCalls: false };
  const late = await host.get(CollectTurns).wait(context as never, request, existing(state));
  return { late, seconds: second, loads: loads.mock.calls.length };
}

/** The tool ends on an instance, which tells the agent. */
async function ends(at: Host): Promise<void> {
  const outcome = { status: 'ended', failure: null, reason: null, result: 'Room 4' } as const;
  await changed(at, {
    ...{ type: 'RecordToolOutcome', callId: background.id, settledBy: null },
    outcome: { ...outcome, durationMs: 20_000, endedAtMs: 1_021_000 },
  });
  await new Promise((resolve) => setImmediate(resolve));
  await at.get(OwnTurns).settled();
}

describe('a turn that waits for the final answer', () => {
  it.each([
    ['this instance, within a second', () => host, 3],
    ['another one, within 5 s', () => other, 5],
  ] as const)('hears it from %s', async (_where, at, seconds) => {
    at().model.messages = [['It is room 4.']];
    const waited = await waiting(async (second) => {
      if (second === 2) await ends(at());
    });
    expect(waited.late?.answers).toMatchObject([{ text: 'It is room 4.' }]);
    expect(waited.seconds).toBeLessThanOrEqual(seconds);
  });

  it('given nothing comes, then it ends after 30 s, and has read the conversation a few times', async () => {
    const waited = await waiting(async () => undefined);
    expect(waited).toMatchObject({ late: { answers: [], told: [] }, seconds: 30 });
    expect(waited.loads).toBeLessThanOrEqual(6);
  });
});
