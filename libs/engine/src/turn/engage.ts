import type { Commands } from '../commands/commands.js';
import { ModelError } from '../model/model-error.js';
import type { EngageTask, Scene } from '../model/model-task.js';
import { renderEngagePrompt } from '../prompt/engage-prompt.js';
import type { GuardrailBreach } from '../protocol/turn-result.js';
import type { ModelFact } from '../protocol/turn-fact.js';
import type { Channel } from '../runtime/channel.js';
import type { OpenCall } from '../recording/turn-recorder.js';
import { race } from '../runtime/race.js';
import { fork, type ForkedScript, type Script } from '../runtime/script.js';
import { Gate, type HoldIsOver } from '../speech/gate.js';
import { Guard } from '../speech/guard.js';
import { safeReply } from '../speech/safe-reply.js';
import type { Outlet } from '../speech/outlet.js';
import { Speech } from '../speech/speech.js';
import { callModel, nextAnswer, type Answered } from './call-model.js';
import { checkGuardrails } from './check-guardrails.js';
import { fitPrompt, withinContext, type FittedPrompt } from './fit-prompt.js';
import type { Stop } from './stop.js';
import { TurnError } from './turn-error.js';
import type { Turn } from './turn.js';

/**
 * Lets the model word the agent's message and sends its pieces as they come, or as policies allow.
 * @param untilWanted delays all results of the call until it returns; at once by default
 * @throws ModelError `bad_output` when the message is blank, TurnError `message_withheld` when policies allow none of it
 */
export function* engage(turn: Turn, stop: Stop, untilWanted = atOnce): Script<Speech> {
  let speech: Speech;
  return yield* withinContext(
    turn.calls,
    () => {
      turn.tools.tell();
      return fitPrompt(turn, 'engage', (scene) => engageTask(turn, scene, stop), renderEngagePrompt);
    },
    (prompt) => {
      turn.speech = speech = new Speech(turn.commands, turn.request.limits.maxMessageCharacters);
      return worded(turn, stop, prompt, speech, untilWanted);
    },
    () => !speech.hasBegun,
  );
}

/** Words the message, and begins anew when an outcome comes before the first word that wants to be heard at once. */
export function* engageAmidTools(turn: Turn, stop: Stop): Script<Speech> {
  for (;;) {
    turn.interrupts.clear();
    const first = yield* race({ said: engage(turn, stop), landed: turn.interrupts.take() });
    if (first.by === 'said') return first.value;
  }
}

function* atOnce(): Script<void> {}

function* worded(
  turn: Turn,
  stop: Stop,
  { task, messages, fittedTo }: FittedPrompt<EngageTask>,
  speech: Speech,
  untilWanted: () => Script<void>,
): Script<Speech> {
  const choices = [{ id: 'action_1', kind: 'action', text: stop.action }] as const;
  const call = turn.calls.begin('engage', stop.state, choices, { messages, schema: null });
  const request = { callId: call.id, messages, task, fittedTo };
  yield* callModel<void, HoldIsOver>(turn, call, request, function* (answers) {
    yield* untilWanted();
    return yield* passOn(turn, stop, call, task, speech, answers);
  });
  if (isBlank(speech)) throw new TurnError('message_withheld', 'policies let nothing of the message be said');
  speech.tellEnd();
  return speech;
}

function* passOn(
  turn: Turn,
  stop: Stop,
  call: OpenCall,
  task: EngageTask,
  speech: Speech,
  coming: Channel<ModelFact | HoldIsOver>,
): Script<Answered<void>> {
  const breaches: GuardrailBreach[] = [];
  const guard = guardOf(turn, stop, speech, breaches);
  const outlet = guard ?? speech;
  const isSplit = turn.isGated || guard !== null;
  const gate = isSplit ? new Gate(turn.commands, task, outlet, coming, turn.isGated) : null;
  let watch: ForkedScript | null = null;
  try {
    if (guard !== null) watch = yield* fork(guard.watch());
    const hasEnded = yield* hear(call, coming, outlet, gate);
    if (!hasEnded) yield* stopped(turn.commands, call.id, coming);
    if (guard !== null) yield* guard.settled();
  } finally {
    gate?.letGo();
    watch?.cancel();
  }
  turn.path.broke(breaches);
  speech.conclude(call.brokeOff());
  if (isBlank(speech) && !gate?.hasWithheld)
    throw new ModelError('bad_output', { privateDetail: 'the message is blank' });
  return { value: undefined, judgement: null };
}

/** Null where no guardrail is hard. The soft ones are judged with the hard ones. */
function guardOf(turn: Turn, stop: Stop, speech: Speech, breaches: GuardrailBreach[]): Guard | null {
  const { guardrails } = stop.state;
  if (!guardrails.some(({ enforcement }) => enforcement === 'hard')) return null;
  const { user, agent } = turn.request;
  const reply = safeReply([user.preferredLanguage, agent.identity.default_spoken_language]);
  const check: Guard['check'] = function* (said, sentences) {
    const checked = yield* checkGuardrails(turn, stop, guardrails, said, sentences);
    breaches.push(...checked.breaches);
    return checked.verdicts;
  };
  return new Guard(speech, check, reply);
}

/** @returns whether the model has finished; otherwise nothing more is sent */
function* hear(
  call: OpenCall,
  coming: Channel<ModelFact | HoldIsOver>,
  speech: Outlet,
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
function* stopped(commands: Commands, id: string, coming: Channel<ModelFact | HoldIsOver>): Script<void> {
  // The buffered facts may include its end.
  if (commands.isOpen(id)) commands.give({ type: 'stop-model', id });
  for (;;) {
    const { type } = yield* coming.take();
    if (type === 'model-ended' || type === 'model-failed') return;
  }
}

function isBlank({ said }: Speech): boolean {
  return said.trim() === '';
}

/** The task for a message. */
export function engageTask(turn: Turn, scene: Scene, { state, action }: Stop): EngageTask {
  return {
    type: 'engage',
    ...scene,
    state: { name: state.name, objective: state.objective, tried: turn.triedIn(state.name) },
    action,
    guidelines: state.actionGuidelines,
    boundaryConstraints: state.boundaryConstraints,
    isFarewell: turn.graphs.isEnd(state.name),
  };
}
