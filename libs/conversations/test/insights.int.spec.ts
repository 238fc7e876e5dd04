import { omnipotent } from '@svc/testing';
import { ada } from './callers.js';
import { saysGoodbye, wantsAdvice } from './definitions.js';
import { everyStateGraph, found, next, otherId, shelves, spec, TestTools } from './every-state-graph.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { contextGraphId } from './peers.js';
import { eventsOf } from './storage.js';
import { all, begun, saying, valueOf } from './turns.js';

let library: Library;
let host: Host;
let conversationId: string;

beforeAll(async () => {
  const other = { contextGraphId: otherId, version: 4, contextGraphJson: JSON.stringify(shelves) };
  library = await openLibrary(everyStateGraph, [other]);
  host = await library.startHost('host-1', { tools: new TestTools() });
});
beforeEach(async () => {
  await library.clear();
  library.peers.memory.known.set('ada', ['Likes whales.']);
  conversationId = await begun(host);
});
afterAll(() => library.close());

async function say(choices: readonly string[], caller = ada): Promise<string> {
  host.model.choices = [...choices];
  const told = await all(host.client.interact(saying(conversationId, 'Well,', { caller })));
  return valueOf(told, 'interactionComplete').interactionId;
}

const reader = omnipotent('root');

function insights(interactionId: string, caller = reader, id = conversationId) {
  return host.insights.getInteractionInsights({ caller, conversationId: id, interactionId });
}

const here = { previousGraphId: contextGraphId };

describe('given a turn through every type of state', () => {
  it('then insights say how the agent came to its message', async () => {
    const interactionId = await say([
      'find_secret',
      wantsAdvice,
      'find_book',
      'Go on: no tool is needed now',
      next,
    ]);
    const { transitions, ...rest } = await insights(interactionId);
    const thought = expect.stringMatching(/^[0-9a-f]{24}$/);
    const call = { name: 'find_book', toolId: spec.tool_id, version: '', inputJson: '{}', durationMs: 1_500 };
    expect(transitions).toMatchObject([
      {
        ...{ type: 'action', previousState: 'talk', nextState: 'note', exitCondition: wantsAdvice, ...here },
        // Its result is stored nowhere.
        rounds: [{ calls: [{ name: 'find_secret', version: '2.0.0', output: undefined }] }],
      },
      { type: 'recall', queries: ['What?'], rounds: [] },
      {
        ...{ type: 'reflection', innerThoughtMessageId: thought },
        rounds: [{ calls: [{ ...call, output: '{"title":"Whales"}' }] }],
      },
      { type: 'annotation', innerThoughtMessageId: thought },
      { type: 'tool-call', previousState: 'find', rounds: [], designated: call },
      {
        ...{ type: 'decision', exitCondition: next, nextState: 'look' },
        ...{ ...here, nextGraphId: otherId, nextGraphVersion: 4 },
      },
    ]);
    expect(transitions).toHaveLength(6);
    expect(rest).toMatchObject({
      state: 'look',
      action: 'Ask what they like to read',
      objective: 'Find out what the user likes',
      selectNextActionRounds: [],
      engageUserRounds: [],
    });
    expect(rest.reflections).toHaveLength(1);
    expect(JSON.stringify(transitions)).not.toContain('a secret');
  });

  it('then the way back from another graph is one of them', async () => {
    await say([wantsAdvice, 'Go on: no tool is needed now', next]);
    const { transitions } = await insights(await say([found]));
    expect(transitions.map(({ type }) => type)).toEqual(['action', 'jumpback']);
  });
});

it('given a state that the turn stays in, then its calls are by purpose and round', async () => {
  const stays = ['find_secret', 'find_book', 'find_book', 'Ask what they like to read'];
  const { selectNextActionRounds, engageUserRounds, transitions } = await insights(await say(stays));
  expect(transitions).toEqual([]);
  const names = (rounds: typeof engageUserRounds) => rounds.map(({ calls }) => calls.map(({ name }) => name));
  expect(names(selectNextActionRounds)).toEqual([['find_secret']]);
  expect(names(engageUserRounds)).toEqual([['find_book'], ['find_book']]);
});

it('given a returning user, then insights show what was known of them', async () => {
  await host.client.finishConversation({ caller: ada, conversationId });
  conversationId = await begun(host);
  const interactionId = await say([saysGoodbye]);
  expect((await insights(interactionId)).workingMemory).toEqual([{ content: 'Likes whales.', context: '' }]);
});

describe('given a caller', () => {
  it.each([
    [
      'the conversation',
      omnipotent('root', { permissions: ['Organization:GetServiceHierarchicalStateMachine'] }),
    ],
    ['graphs', omnipotent('root', { permissions: ['Conversation:GetInteractionInsights'] })],
  ])('without the right to see insights of %s, then they are refused', async (_what, caller) => {
    const interactionId = await say([]);
    await expect(insights(interactionId, caller)).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it('of another organization, then there is no such conversation', async () => {
    const interactionId = await say([]);
    const stranger = omnipotent('root', { orgId: 'other' });
    await expect(insights(interactionId, stranger)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('there is no interaction', () => {
  it('that never was', async () => {
    await expect(insights('0'.repeat(24))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that is void', async () => {
    host.model.failure = new Error('away');
    await expect(all(host.client.interact(saying(conversationId, 'Well,')))).rejects.toThrow();
    host.model.failure = undefined;
    const events = await eventsOf(library, conversationId);
    const voided = events.find(({ type }) => type === 'InteractionVoided')!;
    const { interactionId } = voided.data as { readonly interactionId: string };
    await expect(insights(interactionId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of an erased person', async () => {
    const interactionId = await say([]);
    library.peers.erased.add('org:demo/user/ada');
    library.clock.nowMs += 10_000;
    try {
      await expect(insights(interactionId)).rejects.toMatchObject({ code: 'not_found' });
    } finally {
      library.peers.erased.clear();
    }
  });
});
