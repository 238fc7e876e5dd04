import { attempt } from '../../test/attempts.js';
import { ModelError } from '../model/model-error.js';
import type { TimedFact, TurnBegan, TurnFact } from '../protocol/turn-fact.js';
import { readFacts } from './read-facts.js';
import { recordFacts } from './record-facts.js';
import type { RecordedCall } from '../protocol/recorded-call.js';

const startMs = Date.UTC(2026, 10, 22);
const judging = 'i1/m.navigate.desk.1';
const wording = 'i1/m.engage.desk.1';
const began: TurnBegan = { type: 'turn-began', interactionId: 'i1', input: { kind: 'skip' } };
const judgement = { choice: 'exit_1', reason: 'So it seems.' };

function call(id: string, changes: Partial<RecordedCall>): RecordedCall {
  return {
    id,
    kind: 'navigate',
    callKey: 'k',
    requestHash: 'h',
    model: 'm',
    request: { messages: [], schema: null, settings: {} },
    attempts: [],
    judgement: null,
    failure: null,
    ...changes,
  };
}

const tried = attempt(['{}']);
const said = attempt(['Good ', 'day', '.']);
const calls = [
  call(judging, { attempts: [tried], judgement }),
  call(wording, { kind: 'engage', attempts: [said] }),
];

/** 10 ms apart. */
function timed(facts: readonly TurnFact[]): readonly TimedFact[] {
  return facts.map((fact, place) => ({ ...fact, atMs: startMs + 10 * place }));
}

function pieces(texts: readonly string[]): readonly TurnFact[] {
  return texts.map((text) => ({ type: 'model-delta', id: wording, text }));
}

const plain = timed([
  began,
  { type: 'model-attempted', id: judging, attempt: tried },
  { type: 'model-judged', id: judging, judgement },
  ...pieces(said.pieces),
  { type: 'model-attempted', id: wording, attempt: said },
  { type: 'model-ended', id: wording },
]);

it('the facts of a plain turn are recorded without text, and are restored exactly', () => {
  const recorded = recordFacts(plain, calls);
  expect(recorded).toEqual([
    { type: 'turn-began', afterMs: startMs },
    { type: 'model-attempted', call: 0, afterMs: 10 },
    { type: 'model-judged', call: 0, afterMs: 10 },
    { type: 'model-said', call: 1, afterMs: [10, 10, 10] },
    { type: 'model-attempted', call: 1, afterMs: 10 },
    { type: 'model-ended', call: 1, afterMs: 10 },
  ]);
  expect([...readFacts(recorded, calls, began)]).toEqual(plain);
});

it('a choice that came before its reason is recorded without text, and is restored exactly', () => {
  const early = timed([
    began,
    { type: 'model-chose', id: judging, choice: judgement.choice },
    ...pieces(said.pieces.slice(0, 2)),
    { type: 'model-attempted', id: judging, attempt: tried },
    { type: 'model-judged', id: judging, judgement },
    ...pieces(said.pieces.slice(2)),
  ]);
  const recorded = recordFacts(early, calls);
  expect(recorded[1]).toEqual({ type: 'model-chose', call: 0, afterMs: 10 });
  expect([...readFacts(recorded, calls, began)]).toEqual(early);
});

it('a choice without a reason is recorded by its name', () => {
  const cut = timed([began, { type: 'model-chose', id: judging, choice: 'exit_1' }, { type: 'cancelled' }]);
  const cancelled = [call(judging, { failure: 'cancelled' })];
  const recorded = recordFacts(cut, cancelled);
  expect(recorded[1]).toEqual({ type: 'model-chose', call: 0, afterMs: 10, choice: 'exit_1' });
  expect([...readFacts(recorded, cancelled, began)]).toEqual(cut);
});

describe('what the calls do not contain is recorded with the facts', () => {
  it.each<readonly [string, readonly TurnFact[]]>([
    ['pieces that are not those of the attempts', pieces(['Good ', 'night'])],
    [
      'a choice that was not taken',
      [{ type: 'model-judged', id: judging, judgement: { choice: 'x', reason: '' } }],
    ],
    ['a failure', [{ type: 'model-failed', id: wording, failure: new ModelError('timeout') }]],
    [
      'a failure that says when to ask again',
      [
        {
          type: 'model-failed',
          id: wording,
          failure: new ModelError('rate_limited', { retryAfterSeconds: 7 }),
        },
      ],
    ],
    ['a stop', [{ type: 'cancelled' }]],
    ['a timer that fired', [{ type: 'timer-fired', id: 'i1/t.hold.1' }]],
    [
      'what policies have ruled',
      [
        {
          type: 'ruled',
          id: 'i1/r.1',
          ruling: { type: 'hold', otherwise: { type: 'drop' } },
          policies: ['p'],
        },
        { type: 'ruled', id: 'i1/r.2', ruling: { type: 'replace', by: 'No.' }, policies: ['p', 'q'] },
      ],
    ],
  ])('%s', (_what, facts) => {
    const came = timed([began, ...facts]);
    expect([...readFacts(recordFacts(came, calls), calls, began)]).toEqual(came);
  });
});

it('the beginning of a turn records that policies rule', () => {
  const came = timed([{ ...began, isGated: true }]);
  const recorded = recordFacts(came, calls);
  expect(recorded).toEqual([{ type: 'turn-began', afterMs: startMs, isGated: true }]);
  expect([...readFacts(recorded, calls, began)]).toEqual(came);
});

it('facts that change nothing, and outcomes of commits, are not recorded', () => {
  const came = timed([
    began,
    { type: 'model-delta', id: 'nobody', text: 'What?' },
    { type: 'model-delta', id: wording, text: '' },
    { type: 'timer-fired', id: 'nobody' },
    { type: 'commit-refused', id: 'i1/c.1', failure: new Error('taken over') },
    { type: 'cancelled' },
  ]);
  expect(recordFacts(came, calls)).toEqual([
    { type: 'turn-began', afterMs: startMs },
    { type: 'cancelled', afterMs: 50 },
  ]);
});

it('a long run of pieces is recorded as several, and is restored whole', () => {
  const texts = Array.from({ length: 5_000 }, (_, place) => `${place} `);
  const long = [calls[0]!, call(wording, { attempts: [attempt(texts)] })];
  const came = timed([began, ...pieces(texts)]);
  const recorded = recordFacts(came, long);
  expect(recorded.slice(1).map(({ afterMs }) => [afterMs].flat().length)).toEqual([2_000, 2_000, 1_000]);
  expect([...readFacts(recorded, long, began)]).toEqual(came);
});

it('facts about unknown calls are rejected', () => {
  const recorded = recordFacts(plain, calls);
  expect(() => [...readFacts(recorded, calls.slice(0, 1), began)]).toThrow(TypeError);
  const without = [calls[0]!, call(wording, { attempts: [attempt(['Good '])] })];
  expect(() => [...readFacts(recorded, without, began)]).toThrow(TypeError);
});
