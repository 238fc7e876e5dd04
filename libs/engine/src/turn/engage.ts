import { ModelError } from '../model/model-error.js';
import type { EngageTask, Scene } from '../model/model-task.js';
import { renderEngagePrompt } from '../prompt/engage-prompt.js';
import type { AnswerFact } from '../protocol/turn-fact.js';
import type { Channel } from '../runtime/channel.js';
import type { OpenCall } from '../recording/turn-recorder.js';
import type { Script } from '../runtime/script.js';
import { Gate, type HoldIsOver } from '../speech/gate.js';
import { Speech } from '../speech/speech.js';
import { callModel, nextAnswer, type Answered } from './call-model.js';
import { fitPrompt, withinContext, type FittedPrompt } from './fit-prompt.js';
import type { Stop } from './stop.js';
import { TurnError } from './turn-error.js';
import type { TurnWalk } from './turn-walk.js';

/**
 * Lets the model word the agent's message and sends its pieces as they come, or as policies allow.
 * @param untilWanted delays all results of the call until it returns; at once by default
 * @throws ModelError `bad_output` when the message is blank, TurnError `message_withheld` when policies allow none of it
 */
export function* engage(walk: TurnWalk, stop: Stop, untilWanted = atOnce): Script<Speech> {
  return yield* withinContext(
    walk,
    () => fitPrompt(walk, 'engage', (scene) => engageTask(walk, scene, stop), renderEngagePrompt),
    (prompt) => worded(walk, stop, prompt, untilWanted),
  );
}

function* atOnce(): Script<void> {}

function* worded(
  walk: TurnWalk,
  stop: Stop,
  { task, messages }: FittedPrompt<EngageTask>,
  untilWanted: () => Script<void>,
): Script<Speech> {
  const choices = [{ id: 'action_1', kind: 'action', text: stop.action }] as const;
  const call = walk.beginCall({ kind: 'engage', state: stop.state, choices }, { messages, schema: null });
  const request = { callId: call.id, messages, task };
  const speech = yield* callModel<Speech, HoldIsOver>(walk, call, request, function* (answers) {
    yield* untilWanted();
    return yield* passOn(walk, call, task, answers);
  });
  if (isBlank(speech)) throw new TurnError('message_withheld', 'policies let nothing of the message be said');
  speech.tellEnd();
  return speech;
}

function* passOn(
  walk: TurnWalk,
  call: OpenCall,
  task: EngageTask,
  coming: Channel<AnswerFact | HoldIsOver>,
): Script<Answered<Speech>> {
  const speech = new Speech(walk);
  const gate = walk.isGated ? new Gate(walk, task, speech, coming) : null;
  try {
    const hasEnded = yield* hear(call, coming, speech, gate);
    if (!hasEnded) yield* stopped(walk, call.id, coming);
  } finally {
    gate?.letGo();
  }
  speech.conclude(call.brokeOff());
  if (isBlank(speech) && !gate?.hasWithheld)
    throw new ModelError('bad_output', { privateDetail: 'the message is blank' });
  return { value: speech, judgement: null };
}

/** @returns whether the model has finished; otherwise nothing more is sent */
function* hear(
  call: OpenCall,
  coming: Channel<AnswerFact | HoldIsOver>,
  speech: Speech,
  gate: Gate | null,
): Script<boolean> {
  while (!speech.isOver) {
    const came = yield* nextAnswer(coming);
    switch (came.type) {
      case 'model-delta':
        if (gate === null) speech.say(came.text);
        else yield* gate.pass(came.text);
        break;
      case 'hold-is-over':
        if (gate !== null) yield* gate.holdIsOver(came);
        break;
      case 'model-ended':
        if (gate !== null) yield* gate.close(!call.brokeOff());
        return true;
      case 'model-chose':
      case 'model-judged':
        throw new TypeError(`Words were asked for, and ${came.type} came.`);
    }
  }
  return false;
}

/** Ignores further text, and how the model ends. */
function* stopped(walk: TurnWalk, id: string, coming: Channel<AnswerFact | HoldIsOver>): Script<void> {
  // The buffered facts may include its end.
  if (walk.calls.isOpen(id)) walk.command({ type: 'stop-model', id });
  for (;;) {
    const { type } = yield* coming.take();
    if (type === 'model-ended' || type === 'model-failed') return;
  }
}

function isBlank({ said }: Speech): boolean {
  return said.trim() === '';
}

/** The task for a message. */
export function engageTask(walk: TurnWalk, scene: Scene, { state, action }: Stop): EngageTask {
  return {
    type: 'engage',
    ...scene,
    state: { name: state.name, objective: state.objective, tried: walk.triedIn(state.name) },
    action,
    guidelines: state.action_guidelines,
    boundaryConstraints: state.boundary_constraints,
    isFarewell: state.name === walk.request.graph.terminal_state,
  };
}
