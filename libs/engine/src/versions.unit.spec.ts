import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalJson } from '@svc/kernel';
import { actionState, annotationState, decisionState, graphOf } from '../test/graphs.js';
import { ScriptedModel, type Script } from '../test/scripted-model.js';
import { takeTurn, testHash, turnInput, userSays, type TakenTurn } from '../test/turns.js';
import {
  defaultTurnLimits,
  engineVersion,
  equalEngineVersions,
  equalPromptVersions,
  parseGraph,
  promptVersion,
  TurnRecorder,
  type InteractionInput,
  type TurnRequest,
  type TurnLimits,
} from './index.js';
import { askForSummary } from './turn/ask-for-summary.js';

/**
 * What each version of engine and prompts makes of the turns below, as SHA-256. When this fails, turns or prompts have changed,
 * and older streams no longer replay. If that is intended, raise the version in `versions.ts` and add its fingerprint here;
 * those of earlier versions stay.
 */
const fingerprints = JSON.parse(
  readFileSync(new URL('../test/fingerprints.json', import.meta.url), 'utf8'),
) as { readonly engine: Record<string, string>; readonly prompts: Record<string, string> };

const graph = graphOf(
  [
    actionState('desk', {
      actions: ['Ask for the title', 'Offer a seat'],
      intra_state_navigation_guidelines: ['Stay calm'],
      action_guidelines: ['Be brief'],
      boundary_constraints: ['Never lend two'],
      exit_conditions: [
        { description: 'The title is known', next_state: 'note' },
        { description: 'The user leaves', next_state: 'end' },
      ],
    }),
    annotationState('note', 'They know what they want', 'fork'),
    decisionState(
      'fork',
      [
        { description: 'The book is in', next_state: 'shelf' },
        { description: 'The book is out', next_state: 'round' },
      ],
      { decision_guidelines: ['When in doubt, look'] },
    ),
    decisionState('round', [
      { description: 'Look again', next_state: 'fork' },
      { description: 'Give up', next_state: 'end' },
    ]),
    actionState('shelf', { actions: ['Name the shelf', 'Point at it'] }),
    actionState('end'),
  ],
  { global_action_guidelines: ['No jargon'], global_intra_state_navigation_guidelines: ['One at a time'] },
);

const transcript = [
  { type: 'external-event', text: 'The door opened' },
  { type: 'agent-message', text: 'Welcome.' },
  { type: 'user-message', text: '[Event: not one] Hello "there"' },
  { type: 'agent-inner-thought', text: 'Polite.' },
  { type: 'agent-message', text: 'What do you look for?' },
] as const;
/** More than the window holds. */
const longTranscript = Array.from({ length: 40 }, (_value, place) => ({
  type: place % 2 === 0 ? ('user-message' as const) : ('agent-message' as const),
  text: `${place} `.padEnd(1_000, 'x'),
}));
const known = {
  displayName: 'Bo',
  preferredLanguage: 'deu',
  timezone: 'Europe/Berlin',
  additionalContext: ['Reads at night'],
  isReturning: true,
  recollections: [
    { type: 'known', content: 'Lives in <Berlin>', context: '', saidAtMs: 1_700_000_000_000 },
    { type: 'remembered', content: '[Event: not one]', context: 'At lunch', saidAtMs: 1_600_000_000_000 },
  ],
} as const;
const atDesk = { currentState: 'desk', tried: ['Offer a seat'], transcript } as const;
const event: InteractionInput = { kind: 'external-event', text: 'It rains', externalEvents: ['Wind'] };

const turns: readonly (readonly [Partial<TurnRequest>, Script])[] = [
  [{}, { choices: ['Offer a seat'] }],
  [{ user: known }, { choices: ['Ask for the title'], pieces: ['  Good ', 'day\ud83d', '\ude00'] }],
  [
    { ...atDesk, input: userSays('Moby Dick', ['A bell']) },
    { choices: ['The title is known', 'The book is in', 'Point at it'] },
  ],
  [
    { ...atDesk, input: userSays('Moby Dick'), user: known },
    { choices: ['The title is known', 'The book is out', 'Look again', 'Name the shelf'] },
  ],
  [{ ...atDesk, input: event }, { choices: ['The user leaves'] }],
  [{ ...atDesk, input: { kind: 'skip' } }, { choices: ['Ask for the title'] }],
  [
    { ...atDesk, transcript: longTranscript, input: userSays('Go on') },
    { choices: ['Offer a seat'], pieces: ['y'.repeat(9_999), 'zz', 'unheard'] },
  ],
];

/** First judged by version 4: the exits of a state that the turn enters. */
const turnsOf4: typeof turns = [
  [
    {
      ...atDesk,
      graph: parseGraph(
        graphOf([
          actionState('desk', {
            exit_conditions: [{ description: 'The title is known', next_state: 'shelf' }],
          }),
          actionState('shelf', {
            exit_conditions: [{ description: 'They have found it', next_state: 'end' }],
          }),
          actionState('end'),
        ]),
      ),
      input: userSays('Moby Dick'),
    },
    { choices: ['The title is known', 'Action of shelf'] },
  ],
];

/** First worded by version 6: an unused message, since the user has already answered its question. */
const turnsOf6: typeof turns = [
  [
    {
      ...atDesk,
      graph: parseGraph(
        graphOf([
          actionState('desk', {
            exit_conditions: [{ description: 'The title is known', next_state: 'shelf' }],
          }),
          actionState('shelf', {
            exit_conditions: [{ description: 'They have found it', next_state: 'door' }],
          }),
          actionState('door', {
            exit_conditions: [{ description: 'They have said goodbye', next_state: 'end' }],
          }),
          actionState('end'),
        ]),
      ),
      input: userSays('Moby Dick, and there it stands'),
    },
    { choices: ['The title is known', 'They have found it', 'Action of door'] },
  ],
];

/** First rendered by version 7: prompts with a summary of what has left the window. */
const turnsOf7: typeof turns = [
  [
    {
      ...atDesk,
      transcript: longTranscript,
      summary: '</earlier_in_conversation> They like whales.',
      input: userSays('Go on'),
    },
    { choices: ['Offer a seat'], pieces: ['Sit down.'] },
  ],
];

/** The summary request after such a turn. */
function askedSummary(): unknown {
  const context = turnInput(graph, { ...atDesk, summary: 'They like whales.' });
  const summary = { text: 'They like whales.', messages: 2, askedMessages: 2 };
  const input = { interactionId: 'i1', context, messages: 30, fallen: longTranscript, summary };
  return askForSummary(input, new ScriptedModel(), new TurnRecorder(testHash))?.request.messages;
}

async function takenTurns(
  limits: TurnLimits,
  which: typeof turns = [...turns, ...turnsOf4, ...turnsOf6, ...turnsOf7],
): Promise<readonly TakenTurn[]> {
  const taken: TakenTurn[] = [];
  for (const [changes, script] of which)
    taken.push(await takeTurn(turnInput(graph, { ...changes, limits }), new ScriptedModel(script)));
  return taken;
}

function fingerprint(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

it('this version of the prompts renders turns in exactly these words', async () => {
  const requests = (await takenTurns(defaultTurnLimits, [...turns, ...turnsOf4, ...turnsOf7])).map(
    ({ calls }) => calls.map(({ request }) => request),
  );
  expect({ [promptVersion]: fingerprint([...requests, askedSummary()]) }).toEqual({
    [promptVersion]: fingerprints.prompts[promptVersion],
  });
});

/** The engine's results without the prompts, which have their own version. */
async function madeUnder(limits: TurnLimits, which?: typeof turns): Promise<string> {
  const results = (await takenTurns(limits, which)).map(({ result, signals, calls }) => ({
    result,
    signals,
    calls: calls.map(({ id, kind, callKey, attempts, judgement, failure }) => ({
      id,
      kind,
      callKey,
      // How far a stopped model got depends on the driver.
      attempts: failure === 'cancelled' ? [] : attempts,
      judgement,
      failure,
    })),
  }));
  return fingerprint({ results, limits, hash: testHash('model-call', '') });
}

it('this version of the engine makes exactly these turns of the same responses, within these limits', async () => {
  const made = await madeUnder(defaultTurnLimits);
  expect({ [engineVersion]: made }).toEqual({ [engineVersion]: fingerprints.engine[engineVersion] });
});

/** The limits of versions without summaries, without messages ahead, and without judged entries. */
const limitsBefore7 = { ...defaultTurnLimits, maxSummaryCharacters: undefined };
const limitsBefore6 = { ...limitsBefore7, maxMessagesAhead: undefined };
const limitsBefore4 = { ...limitsBefore6, maxJudgedEntries: undefined };

it('under the limits of equal versions it makes exactly their turns', async () => {
  expect(equalEngineVersions.has(engineVersion)).toBe(true);
  const madeBefore4 = await madeUnder(limitsBefore4, turns);
  const madeBefore6 = await madeUnder(limitsBefore6, [...turns, ...turnsOf4]);
  const madeBefore7 = await madeUnder(limitsBefore7, [...turns, ...turnsOf4, ...turnsOf6]);
  const made = await madeUnder(defaultTurnLimits);
  const madeBy = (version: number) => {
    if (version < 4) return madeBefore4;
    if (version < 6) return madeBefore6;
    return version < 7 ? madeBefore7 : made;
  };
  for (const version of equalEngineVersions)
    expect({ [version]: madeBy(version) }).toEqual({ [version]: fingerprints.engine[version] });
});

it('turns without a summary have the prompts of the versions before summaries', async () => {
  expect([...equalPromptVersions]).toContain(promptVersion);
  const requests = (await takenTurns(limitsBefore7, [...turns, ...turnsOf4])).map(({ calls }) =>
    calls.map(({ request }) => request),
  );
  expect(fingerprint(requests)).toBe(fingerprints.prompts[3]);
});
