import type { TimedFact, TurnCommand } from '../../src/index.js';
import { isAnswer } from './answers.js';
import { choiceOf } from './audit-choices.js';
import type { TurnStep } from './simulated-turn.js';

type Request = Extract<TurnCommand, { readonly type: 'call-model' }>['request'];

/** A message that was begun while its state was still judged. */
export interface MessageAhead {
  readonly id: string;
  /** Index of the step where it was begun. */
  readonly begunAt: number;
  /** Index where the choice became known; null when it never did. */
  readonly chosenAt: number | null;
  /** Whether the turn stays, so that it is sent. */
  readonly isWanted: boolean;
  /** Whether it was complete by then. */
  readonly hadEnded: boolean;
}

/** The messages of a turn that were worded ahead, in their order. */
export function messagesAhead(steps: readonly TurnStep[]): readonly MessageAhead[] {
  const found: MessageAhead[] = [];
  let judging: Request | null = null;
  for (const [place, step] of steps.entries()) {
    if ('fact' in step) {
      if (judging !== null && isChoice(step.fact, judging)) judging = null;
      continue;
    }
    if (step.command.type !== 'call-model') continue;
    const { request } = step.command;
    if (request.task.type === 'judge') judging = request;
    else if (judging !== null) found.push(messageOf(request, judging, steps, place));
  }
  return found;
}

/**
 * The steps as if each message ahead had come after the choice: its earlier facts move to where the choice became known. One
 * that was not chosen is left out.
 */
export function asChosen(
  steps: readonly TurnStep[],
  ahead: readonly MessageAhead[] = messagesAhead(steps),
): readonly TurnStep[] {
  const unwanted = new Set(ahead.filter(({ isWanted }) => !isWanted).map(({ id }) => id));
  const kept: TurnStep[] = [];
  for (const [place, step] of steps.entries()) {
    const id = callOf(step);
    if (id !== null && unwanted.has(id)) continue;
    const heldUntil = ahead.find((message) => message.id === id)?.chosenAt ?? -1;
    const isHeld = 'fact' in step && place < heldUntil;
    if (!isHeld) kept.push(step);
    const chosen = ahead.find(({ chosenAt, isWanted }) => chosenAt === place && isWanted);
    if (chosen !== undefined && 'fact' in step)
      kept.push(...heldOf(chosen, steps.slice(0, place), step.fact));
  }
  return kept;
}

function heldOf({ id }: MessageAhead, before: readonly TurnStep[], { atMs }: TimedFact): readonly TurnStep[] {
  return before.flatMap((step) =>
    'fact' in step && callOf(step) === id ? [{ fact: { ...step.fact, atMs } }] : [],
  );
}

function messageOf(
  { callId: id }: Request,
  judgement: Request,
  steps: readonly TurnStep[],
  begunAt: number,
): MessageAhead {
  const chosenAt = steps.findIndex(
    (step, place) => place > begunAt && 'fact' in step && isChoice(step.fact, judgement),
  );
  const ended = steps.findIndex((step) => 'command' in step && step.command.type === 'end-turn');
  if (chosenAt < 0 || chosenAt > ended)
    return { id, begunAt, chosenAt: null, isWanted: false, hadEnded: false };
  const fact = steps[chosenAt];
  const choice = fact !== undefined && 'fact' in fact ? choiceOf(judgement, [fact.fact]) : null;
  const hadEnded = steps
    .slice(begunAt, chosenAt)
    .some((step) => 'fact' in step && isAnswer(step.fact) && step.fact.id === id);
  return { id, begunAt, chosenAt, isWanted: choice?.startsWith('action') === true, hadEnded };
}

function isChoice(fact: TimedFact, judgement: Request): boolean {
  const choice = choiceOf(judgement, [fact]);
  return judgement.task.type === 'judge' && judgement.task.choices.some(({ id }) => id === choice);
}

function callOf(step: TurnStep): string | null {
  if ('fact' in step) return 'id' in step.fact ? step.fact.id : null;
  const { command } = step;
  if (command.type === 'call-model') return command.request.callId;
  return command.type === 'cancel' || command.type === 'stop-model' ? command.id : null;
}
