import type { TurnFact } from '../../src/index.js';

type Answer = Extract<TurnFact, { readonly type: 'model-judged' | 'model-ended' | 'model-failed' }>;

/** Ends a call. */
export function isAnswer(fact: TurnFact): fact is Answer {
  return fact.type === 'model-judged' || fact.type === 'model-ended' || fact.type === 'model-failed';
}

/** The last answer to a command of any kind. */
export function isLastAnswer(fact: TurnFact): fact is Extract<TurnFact, { readonly id: string }> {
  return 'id' in fact && !['model-chose', 'model-delta', 'model-attempted'].includes(fact.type);
}

/** A piece of the agent's message; thoughts and inputs of tools come in pieces as well. */
export function isOfMessage(fact: TurnFact): fact is Extract<TurnFact, { readonly type: 'model-delta' }> {
  return fact.type === 'model-delta' && fact.id.includes('/m.engage.');
}
