import { actionState, graphOf } from '../../test/graphs.js';
import { booking, lookUp, SteppedTurn, specOf } from '../../test/tools.js';
import { turnInput, userSays, type TurnChanges } from '../../test/turns.js';
import { readFacts } from '../recording/read-facts.js';
import { TurnRecorder } from '../recording/turn-recorder.js';
import { testHash } from '../../test/turns.js';
import type { ToolSpec } from '../graph/tool-spec.js';
import { turnBegan } from '../protocol/turn-fact.js';
import { TurnMachine } from './turn-machine.js';

/** A turn at the desk, whose tools are these. */
function atDesk(specs: readonly ToolSpec[], changes: TurnChanges = {}): SteppedTurn {
  const graph = graphOf([
    actionState('desk', {
      exitConditions: [{ description: 'The visit is booked', nextState: 'end' }],
      actionTools: specs,
    }),
    actionState('end'),
  ]);
  const input = userSays('On Tuesday');
  return new SteppedTurn(
    turnInput(graph, { currentState: 'desk', input, tools: [booking, lookUp], ...changes }),
  );
}

const bookings = [specOf(booking)];
const lookUps = [specOf(lookUp)];
const tuesday = '{"day":"Tuesday"}';

describe('given a state with a tool that has effects', () => {
  it('when the model chooses it, then its intent is stored before it is called, and its outcome after', () => {
    const turn = atDesk(bookings).begin(['book'], [tuesday]);
    expect(turn.outline()).toEqual(['model judge', 'model arguments', 'commit tools intent']);
    turn.stored();
    expect(turn.outline().at(-1)).toBe('tool book');
    turn.returns('Booked.');
    expect(turn.outline().at(-1)).toBe('commit tools outcome');
    turn.stored();
    expect(turn.outline().slice(-3)).toEqual(['model judge', 'model engage', 'commit turn']);
    turn.stored();
    expect(turn.last('end-turn').end.outcome).toBe('completed');
  });

  it('then it is called with what was worded, and with a key of its own', () => {
    const turn = atDesk(bookings).begin(['book', 'book'], [tuesday, '{"day":"Wednesday"}']).stored();
    turn.returns('Booked.').stored().stored();
    expect(turn.calls.map(({ input, effectKey, version }) => [input, effectKey, version])).toEqual([
      [{ day: 'Tuesday' }, 'i1/1', '1.0.0'],
      [{ day: 'Wednesday' }, 'i1/2', '1.0.0'],
    ]);
  });

  it('then the state is judged again with the result, and the message is worded with it', () => {
    const turn = atDesk(bookings).begin(['book'], [tuesday]).stored().returns('Booked at nine.').stored();
    const [, , again, message] = turn.requests;
    for (const request of [again, message]) {
      expect(request?.task.tools?.calls).toEqual([
        expect.objectContaining({ tool: 'book', status: 'ended', result: 'Booked at nine.' }),
      ]);
      expect(request?.messages.at(-1)?.content).toContain('Booked at nine.');
    }
  });

  it('when the commit of its intent is refused, then it is not called, and the turn is over', () => {
    const turn = atDesk(bookings).begin(['book'], [tuesday]);
    turn.feed({ type: 'commit-refused', id: turn.last('commit').id, failure: new Error('taken over') });
    expect(turn.calls).toEqual([]);
    expect(turn.last('end-turn').end.outcome).toBe('refused');
  });

  it('when the turn is cancelled before the call, then the intent is noted as not called', () => {
    const turn = atDesk(bookings).begin(['book'], [tuesday]).feed({ type: 'cancelled' });
    expect(turn.calls).toEqual([]);
    expect(turn.last('end-turn').end.outcome).toBe('cancelled');
    expect(turn.recorder.notes().map((note) => note.type === 'outcome' && note.outcome.status)).toEqual([
      false,
      'not-called',
    ]);
  });

  it('when the turn is cancelled during the call, then the call goes on', () => {
    const turn = atDesk(bookings).begin(['book'], [tuesday]).stored().feed({ type: 'cancelled' });
    expect(turn.last('end-turn').end.outcome).toBe('cancelled');
    expect(turn.all('cancel')).toEqual([]);
  });

  it('when nobody knows whether it took effect, then the model is told so', () => {
    const turn = atDesk(bookings).begin(['book'], [tuesday]).stored();
    turn.feed({ type: 'tool-unknown', id: turn.last('call-tool').id, reason: 'no answer', durationMs: 9 });
    turn.stored();
    expect(turn.requests.at(-1)?.messages.at(-1)?.content).toContain('"outcome":"unknown"');
  });
});

describe('given an input that the tool refuses', () => {
  const refuse = (turn: SteppedTurn) =>
    turn
      .feed({
        type: 'tool-failed',
        id: turn.last('call-tool').id,
        failure: 'input_rejected',
        reason: 'no such day',
        durationMs: 1,
      })
      .stored();

  it('then it goes back to the model once, with the reason', () => {
    const turn = atDesk(bookings).begin(['book'], ['{"day":"Someday"}', tuesday]).stored();
    refuse(turn).stored();
    const { task } = turn.requests[2]!;
    expect(task.type === 'arguments' && task.refused).toEqual({
      input: { day: 'Someday' },
      reason: 'no such day',
    });
    refuse(turn);
    expect(turn.calls).toHaveLength(2);
    expect(turn.requests.at(-2)?.task.type).toBe('judge');
  });

  it('when the model words no object, then the call fails, and the turn goes on', () => {
    const turn = atDesk(bookings).begin(['book'], ['[]']);
    expect(turn.calls).toEqual([]);
    expect(turn.requests.at(-1)?.task.tools?.calls).toEqual([
      expect.objectContaining({ status: 'failed', failure: 'input_rejected' }),
    ]);
  });
});

describe('given a tool without effects and without arguments', () => {
  it('then nothing is worded and nothing stored before it is called; its outcome is stored with the turn', () => {
    const turn = atDesk(lookUps).begin(['look']);
    expect(turn.outline()).toEqual(['model judge', 'tool look']);
    turn.returns('Ada is there.');
    expect(turn.outline().slice(2)).toEqual(['model judge', 'model engage', 'commit turn outcome']);
  });

  it('when the turn is cancelled, then it is cut', () => {
    const turn = atDesk(lookUps).begin(['look']).feed({ type: 'cancelled' });
    expect(turn.all('cancel')).toEqual([{ type: 'cancel', id: turn.last('call-tool').id }]);
  });

  it('then the caller is told of the call and of its end', () => {
    const turn = atDesk(lookUps).begin(['look']).returns('Ada is there.');
    const told = turn
      .all('tell')
      .flatMap(({ signal }) =>
        signal.type === 'current-agent-action' && signal.action.type.startsWith('tool-call')
          ? [signal.action]
          : [],
      );
    expect(told).toEqual([
      { type: 'tool-call-started', tool_round_index: 0, tool_id: 'look', tool_version: '', input_params: {} },
      {
        type: 'tool-call-ended',
        tool_round_index: 0,
        tool_id: 'look',
        tool_version: '',
        input_parameters: {},
        result: 'Ada is there.',
        duration: 0.02,
      },
    ]);
  });

  it('when the model wants a ninth round, then that fails, and no tool is offered any more', () => {
    const turn = atDesk(lookUps).begin(Array.from({ length: 9 }, () => 'look'));
    for (let round = 0; round < 8; round += 1) turn.returns('Nobody.');
    expect(turn.calls).toHaveLength(8);
    const last = turn.requests.findLast(({ task }) => task.type === 'judge')?.task;
    expect(last?.tools?.calls.at(-1)).toMatchObject({ status: 'failed', failure: 'rounds_exhausted' });
    expect(last?.tools?.offers).toEqual([]);
  });
});

describe('given a recorded turn with tools', () => {
  it('then its facts, written and read, give the same commands', () => {
    const turn = atDesk([...bookings, ...lookUps])
      .begin(['look', 'book'], [tuesday])
      .returns('Ada');
    turn.stored().returns('Booked.').stored();
    const { calls, facts } = JSON.parse(
      JSON.stringify({ calls: turn.recorder.calls(), facts: turn.recorder.facts() }),
    );
    const machine = new TurnMachine(
      turn.request,
      { name: 'stepped/test', settings: {} },
      new TurnRecorder(testHash),
    );
    const again = [...readFacts(facts, calls, turnBegan(turn.request))].flatMap((fact) => machine.feed(fact));
    expect(JSON.stringify(again)).toBe(JSON.stringify(turn.commands));
  });
});

describe('given an ephemeral result', () => {
  it('then neither the reasons of later choices nor the inputs of later calls are stored, and the calls have them', () => {
    const specs = [specOf(lookUp, { resultPersistence: 'ephemeral' }), ...bookings];
    const turn = atDesk(specs).begin(['look', 'book'], ['{"day":"A secret day"}']).returns('A secret.');
    turn.stored().returns('Booked.').stored();
    expect(turn.calls.at(-1)?.input).toEqual({ day: 'A secret day' });
    const commits = turn.all('commit').map(({ commit }) => commit);
    expect(commits).toHaveLength(3);
    expect(JSON.stringify(commits)).not.toContain('A secret');
    expect(turn.result.decisions.map(({ reason }) => reason)).toEqual(['so', 'withheld', 'withheld']);
  });

  it('then the turn has it, and neither notes nor what is recorded hold it', () => {
    const turn = atDesk([specOf(lookUp, { resultPersistence: 'ephemeral' })])
      .begin(['look'])
      .returns('A secret.');
    expect(turn.requests.at(-1)?.messages.at(-1)?.content).toContain('A secret.');
    const { commit } = turn.last('commit');
    expect(JSON.stringify(commit)).not.toContain('A secret.');
    expect(JSON.stringify(turn.all('tell'))).not.toContain('A secret.');
  });
});
