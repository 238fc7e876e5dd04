import { recordOf, type RecordedTurn } from '../replay/recorded-turns.js';
import type { Considered, DecisionCause } from './decision-record.js';

/** What was ruled on the agent's text, piece by piece, by whom. Policies that allowed a piece are not named in the log. */
export function consideredSpeech(turn: Pick<RecordedTurn, 'events'>): readonly Considered[] {
  const facts = recordOf(turn)?.facts ?? [];
  return facts.flatMap((fact) => {
    if (fact.type !== 'ruled') return [];
    const cause = causes[fact.ruling.type];
    return fact.policies.map((subject): Considered => ({
      kind: 'guardrail',
      subject,
      verdict: cause === 'text-allowed' ? 'not-matched' : 'matched',
      cause,
    }));
  });
}

const causes = {
  say: 'text-allowed',
  replace: 'text-changed',
  drop: 'text-changed',
  hold: 'text-held',
} as const satisfies Record<string, DecisionCause>;
