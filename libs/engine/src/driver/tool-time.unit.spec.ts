import { actionState, graphOf } from '../../test/graphs.js';
import { ManualTimers } from '../../test/manual-timers.js';
import { ScriptedModel } from '../../test/scripted-model.js';
import { lookUp, specOf } from '../../test/tools.js';
import { turnPorts } from '../../test/turn-ports.js';
import { testHash, turnInput, userSays } from '../../test/turns.js';
import type { ToolAnswer } from '../tools/outcome-of.js';
import { TurnRecorder } from '../recording/turn-recorder.js';
import { runTurn } from './run-turn.js';

const slow = { ...lookUp, toolId: 'slow', name: 'slow', timeoutMs: 600_000 };

it('given a tool that goes on in the background, then the time of each tool that the turn waits for is nobody else’s', async () => {
  const actionTools = [specOf(slow, { execution: 'background' }), specOf(lookUp)];
  const graph = graphOf([actionState('desk', { actionTools }), actionState('end')]);
  const input = userSays('Who is there?');
  const request = turnInput(graph, { currentState: 'desk', input, tools: [slow, lookUp] });
  const time = new ManualTimers();
  const credits: number[] = [];
  const call = ({ name }: { readonly name: string }): Promise<ToolAnswer> => {
    if (name === 'slow') {
      // As long as a turn waits for it.
      void Promise.resolve().then(() => time.pass(15_000));
      return new Promise(() => {});
    }
    time.pass(4_000);
    return Promise.resolve({ type: 'tool-ended', result: 'Ada', durationMs: 4_000 });
  };
  const model = new ScriptedModel({ choices: ['slow', 'look', 'Action of desk'] });
  const ports = turnPorts(model, new TurnRecorder(testHash), {
    clock: time,
    timers: time,
    tools: { call },
    onToolTime: (ms) => credits.push(ms),
  });
  const turn = runTurn(request, ports, new AbortController().signal);
  for (let step = await turn.next(); !step.done; step = await turn.next());
  expect(credits).toEqual([15_000, 10_000, -6_000]);
});
