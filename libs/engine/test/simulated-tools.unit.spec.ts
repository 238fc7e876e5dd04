import { jest } from '@jest/globals';
import { TurnRecorder, type TurnCommand } from '../src/index.js';
import { Commands } from '../src/commands/commands.js';
import { JudgedExits } from '../src/turn/judged-exits.js';
import { TurnTools } from '../src/tools/turn-tools.js';
import { simulateTurnsWithTools, type ToolRule } from './simulation/simulate-tools.js';

/** As for turns without tools. */
const usualTurns = process.env['SVC_ALL_TESTS'] === '1' ? 2_000 : 300;
const turns = Number(process.env['SVC_SIMULATED_TURNS'] ?? usualTurns);
const seed = Number(process.env['SVC_SIMULATION_SEED'] ?? 1);

// Far more than it needs, for busy machines and long runs.
jest.setTimeout(60_000 + 20 * turns);

afterEach(() => {
  jest.restoreAllMocks();
});

it('given any turn with tools, when facts come late, twice or never, with stops between them, then every rule holds', () => {
  expect(simulateTurnsWithTools(seed, turns)).toBeGreaterThan(turns / 2);
});

const { take, nextId } = Commands.prototype;
const { intends, offer } = TurnTools.prototype;
const { areJudgedIn } = JudgedExits.prototype;

const faults: readonly (readonly [fault: string, plant: () => unknown, foundBy: ToolRule])[] = [
  [
    'an effect is made before its intent is stored',
    () => jest.spyOn(TurnRecorder.prototype, 'takeNotes').mockReturnValue([]),
    'an effect is asked for once its intent is stored',
  ],
  [
    'an effect is made twice',
    () =>
      jest.spyOn(Commands.prototype, 'take').mockImplementation(function (this: Commands) {
        return take
          .call(this)
          .flatMap((command): readonly TurnCommand[] =>
            command.type === 'call-tool' ? [command, command] : [command],
          );
      }),
    'a call is made once, and its effect has a key of its own',
  ],
  [
    'effects share a key',
    () => jest.spyOn(TurnTools.prototype, 'nextEffectKey').mockReturnValue('i1/1'),
    'a call is made once, and its effect has a key of its own',
  ],
  [
    'what a stopped turn has not called is lost without a record',
    () => jest.spyOn(TurnTools.prototype, 'close').mockReturnValue(),
    'a call whose intent is stored is made, or noted as not called',
  ],
  [
    'an intent is noted twice',
    () =>
      jest.spyOn(TurnTools.prototype, 'intends').mockImplementation(function (this: TurnTools, call) {
        intends.call(this, call);
        intends.call(this, call);
      }),
    'what is stored of a call is its intent, if it has one, and then one outcome',
  ],
  [
    'answers to commits in the middle of a turn are not recorded',
    () =>
      jest.spyOn(Commands.prototype, 'nextId').mockImplementation(function (this: Commands, subject) {
        return nextId.call(this, subject === 'c.tools' ? 'c' : subject);
      }),
    'what is recorded gives the same commands',
  ],
  [
    'calls are not parked',
    () =>
      jest.spyOn(TurnTools.prototype, 'offer').mockImplementation(function (this: TurnTools, lists) {
        return offer
          .call(this, lists)
          .map(({ descriptor: { needsApproval: _none, ...descriptor }, ...tool }) => ({
            ...tool,
            descriptor,
          }));
      }),
    'what needs an approval is called only with one, and once',
  ],
  [
    'a call is parked beside another one',
    () => jest.spyOn(TurnTools.prototype, 'parked', 'get').mockReturnValue(null),
    'at most one call waits for a person',
  ],
  [
    'exits are judged in a state that waits',
    () =>
      jest.spyOn(JudgedExits.prototype, 'areJudgedIn').mockImplementation(function (
        this: JudgedExits,
        state,
      ) {
        return areJudgedIn.call(this, { ...state, waitFor: null });
      }),
    'a state that holds the conversation is not left',
  ],
];

it.each(faults)('given that %s, then the audit finds it', (_fault, plant, foundBy) => {
  plant();
  expect(() => simulateTurnsWithTools(1, 500)).toThrow(foundBy);
});
