import { jest } from '@jest/globals';
import { TurnMachine, TurnRecorder, type TimedFact, type TurnCommand } from '../src/index.js';
import { Commands } from '../src/commands/commands.js';
import { Guard } from '../src/speech/guard.js';
import { Speech } from '../src/speech/speech.js';
import { Path } from '../src/turn/path.js';
import type { SpeechRule } from './simulation/audit-speech.js';
import { simulateSpeech } from './simulation/simulate-speech.js';

/** As for turns without tools. */
const usualTurns = process.env['SVC_ALL_TESTS'] === '1' ? 2_000 : 300;
const turns = Number(process.env['SVC_SIMULATED_TURNS'] ?? usualTurns);
const seed = Number(process.env['SVC_SIMULATION_SEED'] ?? 1);

// Far more than it needs, for busy machines and long runs.
jest.setTimeout(60_000 + 20 * turns);

afterEach(() => {
  jest.restoreAllMocks();
});

it('given any turn with guardrails and fillers, when facts come late or never, then every rule holds', () => {
  const { checks, fillers } = simulateSpeech(seed, turns);
  expect(checks).toBeGreaterThan(turns / 4);
  expect(fillers).toBeGreaterThan(turns / 10);
});

const { take } = Commands.prototype;
const { feed } = TurnMachine.prototype;
const { facts } = TurnRecorder.prototype;

function changeFacts(change: (fact: TimedFact) => TimedFact): void {
  jest.spyOn(TurnMachine.prototype, 'feed').mockImplementation(function (this: TurnMachine, fact) {
    return feed.call(this, change(fact));
  });
}

function changeCommands(change: (command: TurnCommand) => readonly TurnCommand[]): void {
  jest.spyOn(Commands.prototype, 'take').mockImplementation(function (this: Commands) {
    return take.call(this).flatMap(change);
  });
}

const faults: readonly (readonly [fault: string, plant: () => unknown, foundBy: SpeechRule])[] = [
  [
    'sentences are said before they are checked',
    () =>
      jest.spyOn(Guard.prototype, 'say').mockImplementation(function (this: Guard, text) {
        this.speech.say(text);
      }),
    'of a guarded message only what a check lets pass is heard, in order',
  ],
  [
    'what is broken is heard',
    () =>
      changeFacts((fact) =>
        fact.type === 'model-delta' && fact.id.includes('/m.guard.')
          ? { ...fact, text: '{"broken":[]}' }
          : fact,
      ),
    'a filler has passed the hard guardrails of its state',
  ],
  [
    'a message is under two checks at once',
    () =>
      changeCommands((command) => {
        if (command.type !== 'call-model' || command.request.task.type !== 'guard') return [command];
        const id = `${command.id}b`;
        return [command, { ...command, id, request: { ...command.request, callId: id } }];
      }),
    'a message is under one check at a time',
  ],
  [
    'a check is waited for too long',
    () =>
      changeCommands((command) =>
        command.type === 'set-timer' && command.id.includes('/t.guard.')
          ? [{ ...command, afterMs: 60_000 }]
          : [command],
      ),
    'a check lasts no longer than it may',
  ],
  [
    'fillers go on behind the first word',
    () => jest.spyOn(Speech.prototype, 'hasBegun', 'get').mockReturnValue(false),
    'no filler is heard behind the first word, or by who wants none',
  ],
  [
    'breaches are not recorded',
    () => jest.spyOn(Path.prototype, 'broke').mockReturnValue(),
    'what breaks a guardrail is recorded',
  ],
  [
    'fillers are not logged',
    () =>
      changeCommands((command) => {
        if (command.type !== 'end-turn' || command.end.outcome !== 'completed') return [command];
        const { fillers: _said, ...result } = command.end.result;
        return [{ ...command, end: { ...command.end, result } }];
      }),
    'fillers are logged as they were said',
  ],
  [
    'the wish to hear no fillers is not recorded',
    () =>
      jest.spyOn(TurnRecorder.prototype, 'facts').mockImplementation(function (this: TurnRecorder) {
        return facts.call(this).map((fact) => {
          if (fact.type !== 'turn-began') return fact;
          const { suppressesFillers: _wish, ...rest } = fact;
          return rest;
        });
      }),
    'what is recorded gives the same commands',
  ],
];

it.each(faults)('given that %s, then the audit finds it', (_fault, plant, foundBy) => {
  plant();
  expect(() => simulateSpeech(1, 1_000)).toThrow(foundBy);
});
