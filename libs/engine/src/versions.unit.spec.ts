import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalJson } from '@svc/kernel';
import { actionState, annotationState, decisionState, graphOf } from '../test/graphs.js';
import { ScriptedModel, type Script } from '../test/scripted-model.js';
import { summedUp, turnPorts } from '../test/turn-ports.js';
import { summaryOf, takeTurn, testHash, turnInput, userSays, type TakenTurn } from '../test/turns.js';
import {
  defaultTurnLimits,
  engineVersion,
  equalEngineVersions,
  equalPromptVersions,
  promptVersion,
  TurnRecorder,
  type InteractionInput,
  type TurnRequest,
} from './index.js';

/**
 * What each version of engine and prompts makes of the turns below, as SHA-256. When this fails, turns or prompts have changed,
 * and older streams no longer replay. If that is intended, raise the version in `versions.ts` and add its fingerprint here;
 * it replaces the earlier one where nothing was released with that.
 */
const fingerprints = JSON.parse(
  readFileSync(new URL('../test/fingerprints.json', import.meta.url), 'utf8'),
) as { readonly engine: Record<string, string>; readonly prompts: Record<string, string> };

const graph = graphOf(
  [
    actionState('desk', {
      actions: ['Ask for the title', 'Offer a seat'],
      navigationGuidelines: ['Stay calm'],
      actionGuidelines: ['Be brief'],
      boundaryConstraints: ['Never lend two'],
      exitConditions: [
        { description: 'The title is known', nextState: 'note' },
        { description: 'The user leaves', nextState: 'end' },
      ],
    }),
    annotationState('note', 'They know what they want', 'fork'),
    decisionState(
      'fork',
      [
        { description: 'The book is in', nextState: 'shelf' },
        { description: 'The book is out', nextState: 'round' },
      ],
      { navigationGuidelines: ['When in doubt, look'] },
    ),
    decisionState('round', [
      { description: 'Look again', nextState: 'fork' },
      { description: 'Give up', nextState: 'end' },
    ]),
    actionState('shelf', { actions: ['Name the shelf', 'Point at it'] }),
    actionState('end'),
  ],
  { actionGuidelines: ['No jargon'], navigationGuidelines: ['One at a time'] },
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
  // The exits of a state that the turn enters.
  [
    {
      ...atDesk,
      graph: graphOf([
        actionState('desk', {
          exitConditions: [{ description: 'The title is known', nextState: 'shelf' }],
        }),
        actionState('shelf', {
          exitConditions: [{ description: 'They have found it', nextState: 'end' }],
        }),
        actionState('end'),
      ]),
      input: userSays('Moby Dick'),
    },
    { choices: ['The title is known', 'Action of shelf'] },
  ],
  // An unused message, since the user has already answered its question.
  [
    {
      ...atDesk,
      graph: graphOf([
        actionState('desk', {
          exitConditions: [{ description: 'The title is known', nextState: 'shelf' }],
        }),
        actionState('shelf', {
          exitConditions: [{ description: 'They have found it', nextState: 'door' }],
        }),
        actionState('door', {
          exitConditions: [{ description: 'They have said goodbye', nextState: 'end' }],
        }),
        actionState('end'),
      ]),
      input: userSays('Moby Dick, and there it stands'),
    },
    { choices: ['The title is known', 'They have found it', 'Action of door'] },
  ],
  // Prompts with a summary of what has left the window.
  [
    {
      ...atDesk,
      transcript: longTranscript,
      summary: summaryOf('</earlier_in_conversation> They like whales.'),
      input: userSays('Go on'),
    },
    { choices: ['Offer a seat'], pieces: ['Sit down.'] },
  ],
];

/** The summary request after such a turn. */
async function askedSummary(): Promise<unknown> {
  const summary = summaryOf('They like whales.');
  const context = turnInput(graph, { ...atDesk, summary, messages: 30, fallen: longTranscript });
  const model = new ScriptedModel();
  const ports = turnPorts(model, new TurnRecorder(testHash));
  await summedUp(context, 'i1', ports, new AbortController().signal);
  return model.engaged[0]?.messages;
}

let taken: readonly TakenTurn[];

beforeAll(async () => {
  taken = await Promise.all(
    turns.map(([changes, script]) => takeTurn(turnInput(graph, changes), new ScriptedModel(script))),
  );
});

function fingerprint(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

it('this version of the prompts renders turns in exactly these words', async () => {
  const requests = taken.map(({ calls }) => calls.map(({ request }) => request));
  expect({ [promptVersion]: fingerprint([...requests, await askedSummary()]) }).toEqual(fingerprints.prompts);
});

it('this version of the engine makes exactly these turns of the same responses, within these limits', () => {
  // Without the prompts, which have their own version.
  const results = taken.map(({ result, signals, calls }) => ({
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
  const made = fingerprint({ results, limits: defaultTurnLimits, hash: testHash('model-call', '') });
  expect({ [engineVersion]: made }).toEqual(fingerprints.engine);
});

it('what it has recorded is replayed by this version', () => {
  expect([equalEngineVersions.has(engineVersion), equalPromptVersions.has(promptVersion)]).toEqual([
    true,
    true,
  ]);
});
