import type { ActionState, SpeakingState } from '../graph/context-graph.js';
import { withGlobals } from '../graph/graph-index.js';
import type { Script } from '../runtime/script.js';
import { planOfText } from '../speech/filler-plan.js';
import type { ToolSpecs } from '../tools/offered-tool.js';
import { actionOptions, exitOptions, leadsTo, type Option } from './choices.js';
import { choose } from './choose.js';
import { collect } from './collect.js';
import { JudgedExits } from './judged-exits.js';
import type { MessageAhead } from './message-ahead.js';
import { MessagesAhead } from './messages-ahead.js';
import { leaveByExit, leaveCollection, showAction } from './move.js';
import { passThrough } from './pass.js';
import { preload } from './preload.js';
import type { Stop } from './stop.js';
import { inRounds, type ChooseWith } from './tool-rounds.js';
import { TurnError } from './turn-error.js';
import type { Turn } from './turn.js';

/** The state that a walk has reached. */
export interface Arrival extends Stop {
  /** Null where it is not worded yet. */
  readonly message: MessageAhead | null;
}

/**
 * Walks from the last turn's final state to the one where this turn speaks, passing those in between. An entered state is left at
 * once when the input already answers its question.
 */
export function* navigate(turn: Turn): Script<Arrival> {
  let state = yield* firstState(turn);
  const exits = new JudgedExits(turn, state);
  const messages = new MessagesAhead(turn);
  while (true) {
    if (state.type === 'collection') {
      const here = withGlobals(turn.graphs.graph, state);
      turn.waits.entered(here, turn.nowMs);
      const outcome = yield* collect(turn, here);
      if (outcome.type === 'asks') return yield* askedThere(turn, outcome.stop);
      state = yield* passThrough(turn, leaveCollection(turn, here, outcome.isComplete));
      continue;
    }
    const here = withGlobals(turn.graphs.graph, state);
    turn.waits.entered(here, turn.nowMs);
    if (turn.path.hasMoved || turn.request.place === null) yield* preload(turn, here);
    const areExitsJudged = exits.areJudgedIn(state);
    const tools = toolsOf(here, areExitsJudged);
    // What a tool finds out belongs to the message.
    const hasTools = tools.some(({ specs }) => specs.length > 0);
    const message = areExitsJudged && !hasTools ? messages.of(here) : null;
    const chosen = yield* judgeActionState(turn, here, areExitsJudged, message, tools);
    const { verdict } = chosen;
    turn.waits.chose(planOfText(chosen.fillerHint), turn.nowMs);
    if (verdict.kind === 'action') return arrived(turn, { state: here, action: verdict.action, message });
    message?.drop();
    state = yield* passThrough(turn, leaveByExit(turn, here, chosen));
  }
}

/** A conversation begins in the state for its kind of user, and continues where its last turn ended. */
function* firstState(turn: Turn): Script<SpeakingState> {
  const { place, user } = turn.request;
  const { graph } = turn.graphs;
  if (place === null) {
    const name = user.isReturning ? graph.returningUserInitialState : graph.newUserInitialState;
    return yield* passThrough(turn, turn.graphs.state(name));
  }
  if (turn.graphs.isEnd(place.state))
    throw new TurnError('conversation_is_completed', `state "${place.state}" is the terminal state`);
  return turn.speakingState(place.state);
}

/** The question of a collection, once its tools have been used. */
function* askedThere(turn: Turn, { state, action }: Stop): Script<Arrival> {
  const lists = [{ purpose: 'engage', specs: state.actionTools }] as const;
  yield* inRounds(turn, state, lists, (tools) =>
    choose(turn, 'select-action', state, [...actionOptions(state), ...tools]),
  );
  return arrived(turn, { state, action, message: null });
}

function arrived(turn: Turn, arrival: Arrival): Arrival {
  showAction(turn, {
    type: 'navigate-state-machine-action-state-action-selected',
    action: arrival.action,
  });
  return arrival;
}

function judgeActionState(
  turn: Turn,
  state: ActionState,
  areExitsJudged: boolean,
  message: MessageAhead | null,
  lists: readonly ToolSpecs[],
): Script<Option> {
  const isLeft = areExitsJudged && hasNavigatingResult(turn, state);
  const choices: ChooseWith = (tools, mustLeave) => {
    const actions = actionOptions(state);
    if (!areExitsJudged) return choose(turn, 'select-action', state, [...actions, ...tools]);
    const exits = exitOptions(state.exitConditions, leadsTo(turn));
    const options = mustLeave && exits.length > 0 ? exits : [...exits, ...actions, ...tools];
    return choose(turn, 'navigate', state, options, message);
  };
  return inRounds(turn, state, lists, choices, isLeft);
}

/**
 * A call made here that navigates on completion has ended since the agent's last message: in the background, or once a person has
 * approved it.
 */
function hasNavigatingResult({ path, tools }: Turn, { name, actionTools, exitTools }: ActionState): boolean {
  if (path.hasMoved) return false;
  const navigating = [...actionTools, ...exitTools].filter((spec) => spec.navigateOnCompletion);
  return tools.calls.some(
    (call) =>
      call.state === name &&
      !call.isHeard &&
      call.outcome?.status === 'ended' &&
      navigating.some(({ toolId }) => toolId === call.toolId),
  );
}

/** Tools for exits are of no use where no exit is judged. */
function toolsOf(state: ActionState, areExitsJudged: boolean): readonly ToolSpecs[] {
  return [
    { purpose: 'navigate', specs: areExitsJudged ? state.exitTools : [] },
    { purpose: 'engage', specs: state.actionTools },
  ];
}
