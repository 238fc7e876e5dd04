import { jest } from '@jest/globals';
import { type NewSummary, type Ruling } from '../../src/index.js';
import { Gate } from '../../src/speech/gate.js';
import { Sentences } from '../../src/speech/sentences.js';
import { Speech } from '../../src/speech/speech.js';
import { type TurnMachine } from '../../src/turn/turn-machine.js';
import { changeFacts, feed, giving, isOf, machine, nothing, pass, type PlantedFault } from './plant.js';
import { turnFaults } from './planted-turn-faults.js';

const foundBy = 'what policies let be said is said, and nothing else';
const summedUp = 'what falls out of the window is summed up as the model said, and stored with its cost';
const answeredOnce = 'a command is answered once or taken back once';

export const plantedFaults: readonly PlantedFault[] = [
  ...turnFaults,
  {
    fault: 'text that waits is not let out when its time is over',
    plant: () => jest.spyOn(Gate.prototype, 'holdIsOver').mockImplementation(nothing),
    foundBy: 'no text waits longer than it may',
  },
  {
    fault: 'pieces are said before policies have ruled on them',
    plant: () =>
      jest.spyOn(Gate.prototype, 'pass').mockImplementation(function* (this: Gate, piece) {
        this.speech.say(piece);
        yield* pass.call(this, piece);
      }),
    foundBy,
  },
  {
    fault: 'what policies drop is said all the same',
    plant: () => changeRulings((ruling) => (ruling.type === 'drop' ? { ...ruling, type: 'say' } : ruling)),
    foundBy,
  },
  {
    fault: 'what policies hold is lost when nothing follows',
    plant: () =>
      changeRulings((ruling) =>
        ruling.type === 'hold' ? { ...ruling, otherwise: { type: 'drop' } } : ruling,
      ),
    foundBy,
  },
  {
    fault: 'a message that policies end goes on',
    plant: () => jest.spyOn(Speech.prototype, 'end').mockReturnValue(),
    foundBy,
  },
  {
    fault: 'the last sentence does not pass the gate',
    plant: () => jest.spyOn(Sentences.prototype, 'last').mockReturnValue(''),
    foundBy,
  },
  {
    fault: 'a ruling is not recorded',
    plant: () => changeFacts((facts) => facts.filter(({ type }) => type !== 'ruled')),
    foundBy: 'what is recorded gives the same commands',
  },
  {
    fault: 'that a timer fired is not recorded',
    plant: () => changeFacts((facts) => facts.filter(({ type }) => type !== 'timer-fired')),
    foundBy: 'what is recorded gives the same commands',
  },
  {
    fault: 'a summary whose model failed has a text',
    plant: () => changeSummary((summary) => ({ ...summary, text: summary.text ?? 'Nothing was said.' })),
    foundBy: summedUp,
  },
  {
    fault: 'a summary is stored without its cost',
    plant: () =>
      giving((command) =>
        isOf('summary', command) ? [{ ...command, commit: { ...command.commit, calls: [] } }] : [command],
      ),
    foundBy: summedUp,
  },
  {
    fault: 'a cancelled summary is not stored, and neither is its cost',
    plant: () =>
      giving((command) =>
        isOf('summary', command) && command.commit.calls[0]?.failure === 'cancelled' ? [] : [command],
      ),
    foundBy: 'a turn ends',
  },
  {
    fault: 'a summary ends the turn that runs by then',
    plant: () =>
      giving((command) =>
        isOf('summary', command) ? [command, { type: 'end-turn', end: { outcome: 'cancelled' } }] : [command],
      ),
    foundBy: answeredOnce,
  },
];

function changeRulings(change: (ruling: Ruling) => Ruling): void {
  jest.spyOn(machine, 'feed').mockImplementation(function (this: TurnMachine, fact) {
    return feed.call(this, fact.type === 'ruled' ? { ...fact, ruling: change(fact.ruling) } : fact);
  });
}

function changeSummary(change: (summary: NewSummary) => NewSummary): void {
  giving((command) => {
    if (!isOf('summary', command) || command.commit.contents.type !== 'summary') return [command];
    const { summary } = command.commit.contents;
    const contents = { type: 'summary', summary: change(summary) } as const;
    return [{ ...command, commit: { ...command.commit, contents } }];
  });
}
