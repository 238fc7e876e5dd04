import { DomainError } from '@svc/errors';
import type { ActionState } from '../graph/context-graph.js';
import type { TurnEnd } from '../protocol/turn-command.js';
import { race } from '../runtime/race.js';
import { fork, type Script } from '../runtime/script.js';
import { CommitRefused } from './commit-refused.js';
import { awaitCalls } from './await-calls.js';
import { checkGuardrails } from './check-guardrails.js';
import { commit } from './commit.js';
import { engage, engageAmidTools } from './engage.js';
import { speakWhileWaiting } from './fillers.js';
import { navigate } from './navigate.js';
import type { TurnResult } from '../protocol/turn-result.js';
import { escalateBreach } from './escalate-breach.js';
import { giveUpParked, makeApproved, newWaits } from './held-states.js';
import type { Turn } from './turn.js';

/** One turn from its input to its end: the root of all scripts. */
export function* takeTurn(turn: Turn): Script<void> {
  const end = yield* endOf(turn);
  turn.tools.close(turn.nowMs);
  turn.commands.give({ type: 'end-turn', end });
}

function* endOf(turn: Turn): Script<TurnEnd> {
  try {
    const first = yield* race({ cancelled: turn.stops.take(), completed: complete(turn) });
    if (first.by === 'cancelled') return { outcome: 'cancelled' };
    const result = first.value;
    const answer = yield* commit(turn, { type: 'turn', result });
    return answer.type === 'commit-acknowledged'
      ? { outcome: 'completed', result }
      : { outcome: 'refused', failure: answer.failure };
  } catch (error) {
    if (error instanceof CommitRefused) return { outcome: 'refused', failure: error.failure };
    if (error instanceof DomainError) return { outcome: 'failed', failure: error };
    throw error;
  }
}

/** Walks the graph to the state where the agent speaks, and lets it speak there. */
function* complete(turn: Turn): Script<TurnResult> {
  const fillers = turn.suppressesFillers ? null : yield* fork(speakWhileWaiting(turn));
  yield* makeApproved(turn);
  const { state, action, message } = yield* navigate(turn);
  const worded = turn.tools.isPending ? engageAmidTools : engage;
  const speech = yield* message === null ? worded(turn, { state, action }) : message.say();
  fillers?.cancel();
  yield* checkAdvice(turn, state, speech.said);
  yield* awaitCalls(turn);
  const { returns } = turn.graphs;
  const { said: fillersSaid } = turn.waits;
  const isLast = turn.graphs.isEnd(state.name);
  if (isLast) giveUpParked(turn);
  else escalateBreach(turn, state);
  const { breaches, collections, surfaces, escalations } = turn.path;
  const { unheard } = turn.tools;
  const waits = isLast ? [] : newWaits(turn, state);
  return {
    message: speech.said,
    isCut: speech.isCut,
    place: turn.graphs.placeOf(state.name),
    ...(returns.length === 0 ? {} : { returns }),
    conversationCompleted: isLast,
    transitions: turn.path.transitions,
    innerThoughts: turn.path.innerThoughts,
    decisions: turn.path.decisions,
    ...(collections.length === 0 ? {} : { collections }),
    ...(waits.length === 0 ? {} : { waits }),
    ...(surfaces.length === 0 ? {} : { surfaces }),
    ...(escalations.length === 0 ? {} : { escalations }),
    ...(turn.tools.isPending ? { backgroundPending: true } : {}),
    ...(unheard.length === 0 ? {} : { unheardCalls: unheard }),
    engagement: {
      state: state.name,
      objective: state.objective,
      action,
      guidelines: state.actionGuidelines,
      boundaryConstraints: state.boundaryConstraints,
    },
    ...(breaches.length === 0 ? {} : { breaches }),
    ...(fillersSaid.length === 0 ? {} : { fillers: [...fillersSaid] }),
  };
}

/** Soft guardrails alone delay no word: the message is judged as a whole once it is said. */
function* checkAdvice(turn: Turn, state: ActionState, said: string): Script<void> {
  const { guardrails } = state;
  if (guardrails.length === 0 || guardrails.some(({ enforcement }) => enforcement === 'hard')) return;
  const { breaches } = yield* checkGuardrails(turn, { state }, guardrails, '', [said]);
  turn.path.broke(breaches);
}
