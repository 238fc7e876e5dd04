import { compileGraph } from '@svc/definitions/platform';
import type { ToolAnswer } from '@svc/engine';
import type { Tools } from '../src/ports/ports.js';
import { recordedTurns } from '../src/replay/recorded-turns.js';
import { replayTurn, type TurnReplay } from '../src/replay/replay-turn.js';
import { deferred, type Deferred } from './deferred.js';
import { testProfile } from './definitions.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { bookVisit } from './tool-conversation.js';
import { keyOf, started, taken, tenantId, textsOf, turnRequest, workspaceGraph } from './workspaces.js';
import { hashOf } from './written-keys.js';

const descriptor = {
  ...bookVisit,
  ...{ toolId: 'desk__book_visit', name: 'book_visit', version: null, hasEffects: false },
};
const progress = { deterministic: true, phrases: ['I book it.'], trigger_delay_ms: 100 };
const graph = workspaceGraph({
  action_tool_call_specs: [{ tool_id: descriptor.toolId, progress }],
  guardrails: [{ name: 'No prices', description: 'Never name a price' }],
});
const safe = "I'm sorry, I can't say more about that here.";

class SlowTools implements Tools {
  answer: Deferred = deferred();
  isCalled: Deferred = deferred();

  async describe() {
    return [descriptor];
  }

  async call(): Promise<ToolAnswer> {
    this.isCalled.resolve();
    await this.answer.promise;
    return { type: 'tool-ended', result: 'Booked.', durationMs: 5 };
  }
}

let library: Library;
let host: Host;
const tools = new SlowTools();

beforeAll(async () => {
  library = await openLibrary(graph);
  host = await library.startHost('host-1', { tools });
});
beforeEach(() => {
  tools.answer = deferred();
  tools.isCalled = deferred();
  return library.clear();
});
afterAll(() => library.close());

const logOf = (conversationId: string) =>
  library.store.readConversation(library.database, `${tenantId}/conversation/${conversationId}`);

/** The last turn, from the log. */
async function replayed(id: string): Promise<TurnReplay | undefined> {
  const turn = recordedTurns(await logOf(id)).at(-1);
  if (turn === undefined) return undefined;
  const definition = { agent: testProfile, graph: compileGraph(graph) };
  return replayTurn(turn, { definition, hash: hashOf(tenantId, turn.conversation.identity.userId) });
}

/** A turn whose tool takes long, with what was told of it. */
async function slowTurn(changes = {}) {
  const { id } = await started(host);
  host.model.choices = ['book_visit'];
  host.model.input = '{"day":"2026-11-24"}';
  const reading = taken(host.workspaces.takeWorkspaceTurn(turnRequest(id, 'Book it', changes)));
  await tools.isCalled.promise;
  host.scheduler.timeIsUp(100);
  return { id, reading };
}

describe('given a tool that takes long', () => {
  it('then what to say meanwhile is told before the message and logged, and stands in no message', async () => {
    const { id, reading } = await slowTurn();
    tools.answer.resolve();
    const { told, responses, outcome } = await reading;
    expect(told[0]).toBe('filler');
    const [filler] = responses.flatMap(({ events }) => events);
    expect(filler?.event).toEqual({ $case: 'filler', value: { text: 'I book it.' } });
    expect(textsOf(outcome.output)).toEqual(['Hello there.']);
    const events = (await logOf(id)).map(({ event }) => event);
    expect(events.find(({ type }) => type === 'FillersSaid')?.data).toMatchObject({
      fillers: [{ text: 'I book it.' }],
    });
    expect(await replayed(id)).toEqual({ outcome: 'identical' });
    const { conversation } = await host.workspaces.getWorkspaceConversation({
      ...{ caller: keyOf(), conversationId: id, includeToolCalls: false },
    });
    expect(JSON.stringify(conversation)).not.toContain('I book it.');
  });

  it('when the client wants to hear nothing meanwhile, then nothing is said', async () => {
    const { id, reading } = await slowTurn({ suppressFiller: true });
    tools.answer.resolve();
    expect((await reading).told).not.toContain('filler');
    expect((await logOf(id)).map(({ event }) => event.type)).not.toContain('FillersSaid');
    expect(await replayed(id)).toEqual({ outcome: 'identical' });
  });
});

describe('given a hard guardrail', () => {
  it('then what breaks it is replaced for everyone, and recorded; and the turn replays without asking a model', async () => {
    const { id } = await started(host);
    host.model.messages = [['It costs 5 Euro. ', 'Come by!']];
    host.model.check = '{"broken":[{"sentence":1,"rule":"rule_1"}]}';
    const { outcome } = await taken(host.workspaces.takeWorkspaceTurn(turnRequest(id, 'How much?')));
    const [said] = textsOf(outcome.output);
    expect(said).toContain(safe);
    expect(said).not.toContain('5 Euro');
    const log = await logOf(id);
    const broken = log.flatMap(({ event }) => (event.type === 'GuardrailsBroken' ? [event.data] : []));
    expect(broken.at(-1)).toMatchObject({
      breaches: [{ state: 'talk', guardrail: 'No prices', enforcement: 'hard', cause: 'judged' }, {}],
    });
    const asked = host.model.engaged.length;
    expect([await replayed(id), host.model.engaged.length]).toEqual([{ outcome: 'identical' }, asked]);
  });
});
