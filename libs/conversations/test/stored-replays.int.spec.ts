import { jest } from '@jest/globals';
import { compileGraph } from '@svc/definitions/classic';
import { callerOf, omnipotent, seededRandom } from '@svc/testing';
import { decisionsIn } from '../src/decisions/turn-decisions.js';
import { recordedTurns, type LoggedEvent } from '../src/replay/recorded-turns.js';
import { saysGoodbye, testProfile, wantsAdvice } from './definitions.js';
import { everyStateGraph, found, next, otherId, shelves, TestTools } from './every-state-graph.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { userProfile } from './peers.js';
import { plantedDifferences, type SeenTurn } from './stored-replays/planted-differences.js';
import { all, begun, saying, valueOf } from './turns.js';

/** `SVC_REPLAYED_CONVERSATIONS=1000` is the run of docs/performance.md. */
const conversations = Number(process.env['SVC_REPLAYED_CONVERSATIONS'] ?? 40);
const maxTurns = 6;
jest.setTimeout(60_000 + 1_000 * conversations);

/** What a model may choose; what is not offered makes it take the first action. */
const choices = [
  wantsAdvice,
  ...['find_book', 'Ask what they like to read', 'Go on: no tool is needed now', next, 'It is not', found],
];
const reader = omnipotent('root');
const page = { limit: 100, offset: 0 };
const definition = {
  agent: testProfile,
  graph: compileGraph(everyStateGraph),
  graphs: [{ version: [otherId, 4] as const, graph: compileGraph(shelves) }],
};

let library: Library;
let host: Host;
const tools = new TestTools();
const ids: string[] = [];
/** What the turns of a conversation were given. */
const asked = () => ({
  words: host.model.engaged.length,
  turns: host.model.turns.length,
  tools: tools.requests.length,
  memories: library.peers.memory.requests.length,
});

beforeAll(async () => {
  const other = { contextGraphId: otherId, version: 4, contextGraphJson: JSON.stringify(shelves) };
  library = await openLibrary(everyStateGraph, [other]);
  host = await library.startHost('host-1', { tools });
  for (const { version, graph } of plantedDifferences) library.peers.otherGraphs.set(version, graph);
  for (let seed = 1; seed <= conversations; seed += 1) ids.push(await held(seed));
});
afterAll(() => library.close());

/** Holds a conversation of its own user, which takes ways of its own. */
async function held(seed: number): Promise<string> {
  const random = seededRandom(seed);
  const name = `u${seed}`;
  library.peers.users.set(name, userProfile(name));
  library.peers.memory.known.set(name, ['Likes whales.']);
  const caller = callerOf(name);
  const any = (from: readonly string[]) => from[random.below(from.length)] as string;
  const id = await begun(host, { caller });
  for (let turn = 1 + random.below(maxTurns); turn > 0; turn -= 1) {
    const isLast = turn === 1 && random.below(3) === 0;
    // A result that is stored nowhere, in one of forty turns.
    const first = random.below(40) === 0 ? ['find_secret'] : [];
    host.model.choices = [
      ...first,
      ...Array.from({ length: 12 }, () => (isLast ? saysGoodbye : any(choices))),
    ];
    host.model.messages = [[any(['Well', 'Now']), ', ', `take number ${random.below(100)}.`]];
    const told = await all(host.client.interact(saying(id, `I like ${random.below(1_000)}`, { caller })));
    if (valueOf(told, 'interactionComplete').conversationCompleted) break;
  }
  return id;
}

async function logOf(conversationId: string): Promise<readonly LoggedEvent[]> {
  return library.store.readConversation(library.database, `org:demo/conversation/${conversationId}`);
}

function seenIn(log: readonly LoggedEvent[]): ReadonlyMap<string, SeenTurn> {
  return new Map(
    recordedTurns(log).map(({ interactionId, events }) => {
      const left = events.flatMap((event) =>
        event.type === 'StateTransitioned' ? [event.data.previousState] : [],
      );
      const calls = events.flatMap((event) =>
        event.type === 'TurnRecorded'
          ? event.data.calls.map(({ callId }) => callId.slice(interactionId.length + 1).replace(/\.\d+$/, ''))
          : [],
      );
      return [interactionId, { left: new Set(left), calls: new Set(calls) }];
    }),
  );
}

/** @returns milliseconds for each of the conversations, and the growth of this process in MB */
async function timed(work: (conversationId: string) => Promise<void>) {
  const [startedAt, before] = [performance.now(), process.memoryUsage().rss];
  let most = before;
  for (const id of ids) {
    await work(id);
    most = Math.max(most, process.memoryUsage().rss);
  }
  return {
    msEach: Math.round(((performance.now() - startedAt) / ids.length) * 10) / 10,
    grewMb: Math.round((most - before) / 1e6),
  };
}

function report(what: string, figures: object): void {
  process.stdout.write(`stored replays: ${JSON.stringify({ what, conversations, ...figures })}\n`);
}

describe(`given ${conversations} stored conversations through every type of state`, () => {
  it('when they are verified, then each turn is identical, unless a result was stored nowhere, and nothing is called', async () => {
    const before = asked();
    const outcomes: Record<string, number> = {};
    const figures = await timed(async (conversationId) => {
      const { turns } = await host.replays.verifyConversation({ caller: reader, conversationId, ...page });
      for (const { outcome } of turns) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    });
    report('verified', { ...figures, ...outcomes });
    const { identical = 0, 'not-replayable': ephemeral = 0, ...others } = outcomes;
    expect(others).toEqual({});
    expect(identical).toBeGreaterThan(10 * ephemeral);
    expect(asked()).toEqual(before);
  });

  it('when they are compared with the same version, then nothing has changed', async () => {
    const outcomes = new Set<string>();
    for (const conversationId of ids) {
      const { turns } = await host.replays.compareConversation({ caller: reader, conversationId, ...page });
      for (const { outcome } of turns) outcomes.add(outcome);
    }
    expect([...outcomes].filter((outcome) => outcome !== 'not-replayable')).toEqual(['unchanged']);
  });

  it.each(plantedDifferences)(
    'when they are compared with a version in which $what, then it is found in each turn where it shows, in no other, and nothing is called',
    async ({ version, what, shows }) => {
      const before = asked();
      const wrong: unknown[] = [];
      let foundIn = 0;
      let turnsCompared = 0;
      const figures = await timed(async (conversationId) => {
        const versions = { contextGraphVersionNumber: version };
        const request = { caller: reader, conversationId, ...page, versions };
        const { turns } = await host.replays.compareConversation(request);
        const log = await logOf(conversationId);
        const decided = new Map(decisionsIn(log, definition).map((turn) => [turn.interactionId, turn]));
        const seen = seenIn(log);
        for (const { interactionId, outcome, differences } of turns) {
          if (outcome === 'not-replayable') continue;
          turnsCompared += 1;
          const isDue = shows(decided.get(interactionId)!, seen.get(interactionId)!);
          const isFound = outcome !== 'unchanged';
          foundIn += isFound ? 1 : 0;
          if (isDue !== isFound) wrong.push({ conversationId, interactionId, outcome, isDue, differences });
        }
      });
      report(what, { ...figures, turns: turnsCompared, foundIn });
      expect(wrong.slice(0, 3)).toEqual([]);
      expect(foundIn).toBeGreaterThan(0);
      expect(foundIn).toBeLessThan(turnsCompared);
      expect(asked()).toEqual(before);
    },
  );
});
