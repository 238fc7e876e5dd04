import type { TurnCommand, TurnFact } from '../../src/index.js';
import { isAnswer } from './answers.js';
import { must } from './broken-rule.js';
import type { TurnStep } from './simulated-turn.js';

type Request = Extract<TurnCommand, { readonly type: 'call-model' }>['request'];

/** A model's choice: the first that was offered, before or with its reason; null when there is none. */
export function choiceOf({ callId, task }: Request, facts: readonly TurnFact[]): string | null {
  if (task.type !== 'judge') return null;
  for (const fact of facts) {
    if (!('id' in fact) || fact.id !== callId) continue;
    if (fact.type === 'model-chose' && task.choices.some(({ id }) => id === fact.choice)) return fact.choice;
    if (fact.type === 'model-judged') return fact.judgement.choice;
    if (isAnswer(fact)) return null;
  }
  return null;
}

/**
 * A choice is acted on at once. Its reason is there, or lost, before the turn is stored.
 * @throws BrokenRule
 */
export function auditChoices(steps: readonly TurnStep[]): void {
  /** Calls without a choice yet, with their options. */
  const open = new Map<string, ReadonlySet<string>>();
  const takenBack: string[] = [];
  for (const [place, step] of steps.entries()) {
    if ('fact' in step) {
      const { fact } = step;
      if (isAnswer(fact)) open.delete(fact.id);
      if (fact.type !== 'model-chose' || !open.get(fact.id)?.has(fact.choice)) continue;
      // A choice is made once.
      open.set(fact.id, new Set());
      const next = steps[place + 1];
      must(
        'a turn goes on with a choice as soon as it is known',
        next !== undefined && 'command' in next,
        () => fact.id,
      );
      continue;
    }
    const { command } = step;
    if (command.type === 'call-model' && command.request.task.type === 'judge')
      open.set(command.request.callId, new Set(command.request.task.choices.map(({ id }) => id)));
    if (command.type === 'cancel' && open.delete(command.id)) takenBack.push(command.id);
    if (command.type === 'commit')
      must('a turn is stored with the reasons of its choices', open.size + takenBack.length === 0, () =>
        [...open.keys(), ...takenBack].join(),
      );
  }
}
