import type { JudgeRequest, TurnRequest } from '../../src/index.js';
import { isAnswer } from './answers.js';
import { must } from './broken-rule.js';
import type { MessageAhead } from './messages-ahead.js';
import type { TurnStep } from './simulated-turn.js';

/**
 * Checks messages that are worded before it is known that the turn stays.
 * @throws BrokenRule
 */
export function auditAhead(
  request: TurnRequest,
  steps: readonly TurnStep[],
  ahead: readonly MessageAhead[],
): void {
  auditBegun(request, steps, ahead);
  for (const message of ahead) {
    auditSilence(steps, message);
    if (message.chosenAt !== null && !message.isWanted) auditTakenBack(steps, message, message.chosenAt);
  }
  auditCosts(steps, ahead);
}

/** One for each state just entered with a single action, next to its judgement, up to the limit; none for other states. */
function auditBegun(
  { limits: { maxMessagesAhead } }: TurnRequest,
  steps: readonly TurnStep[],
  ahead: readonly MessageAhead[],
): void {
  const places = steps.flatMap((step, place) => (mayBeWordedBeside(step) ? [place + 1] : []));
  const begun = ahead.map(({ begunAt }) => begunAt);
  must(
    'the message of a state just entered is worded beside its judgement, as often as it may',
    begun.join() === places.slice(0, maxMessagesAhead).join(),
    () => `begun at ${begun.join()}, judged at ${places.join()}`,
  );
}

function mayBeWordedBeside(step: TurnStep): boolean {
  if (!('command' in step) || step.command.type !== 'call-model') return false;
  const { request } = step.command;
  return isJudgement(request) && isOfStateThatSaysOneThing(request);
}

function isJudgement(request: { readonly task: { readonly type: string } }): request is JudgeRequest {
  return request.task.type === 'judge';
}

function isOfStateThatSaysOneThing({ task }: JudgeRequest): boolean {
  const actions = task.choices.filter(({ kind }) => kind === 'action');
  return task.purpose === 'navigate' && task.isEntered && actions.length === 1;
}

function auditSilence(steps: readonly TurnStep[], { id, begunAt, chosenAt }: MessageAhead): void {
  const input = steps
    .slice(begunAt, chosenAt ?? undefined)
    .find(
      (step) =>
        'command' in step &&
        (step.command.type === 'rule' ||
          (step.command.type === 'tell' && step.command.signal.type === 'message-piece')),
    );
  must('nothing is heard of a message before it is chosen', input === undefined, () => id);
}

function auditTakenBack(steps: readonly TurnStep[], { id, hadEnded }: MessageAhead, chosenAt: number): void {
  const next = steps.findIndex((step, place) => place > chosenAt && 'fact' in step);
  const isTakenBack = steps
    .slice(chosenAt + 1, next < 0 ? undefined : next)
    .some((step) => 'command' in step && step.command.type === 'cancel' && step.command.id === id);
  must('a message that is not chosen is taken back at once', hadEnded || isTakenBack, () => id);
}

function auditCosts(steps: readonly TurnStep[], ahead: readonly MessageAhead[]): void {
  const unwanted = new Set(ahead.filter(({ isWanted }) => !isWanted).map(({ id }) => id));
  for (const step of steps) {
    if ('fact' in step) {
      if (isAnswer(step.fact)) unwanted.delete(step.fact.id);
    } else if (step.command.type === 'commit') {
      must('a turn is stored with what it has worded in vain', unwanted.size === 0, () =>
        [...unwanted].join(),
      );
    }
  }
}
