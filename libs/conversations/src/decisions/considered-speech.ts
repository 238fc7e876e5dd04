import type { GraphState, GuardrailBreach } from '@svc/engine';
import { recordOf, type RecordedTurn } from '../replay/recorded-turns.js';
import type { Considered, DecisionCause } from './decision-record.js';

type OfTurn = Pick<RecordedTurn, 'events'>;

/**
 * What was decided on the agent's text: by each guardrail of the state where it spoke, and by policies, piece by piece. Policies that
 * allowed a piece are not named in the log.
 */
export function consideredSpeech(turn: OfTurn, state: GraphState | undefined): readonly Considered[] {
  return [...consideredGuardrails(turn, state), ...consideredPolicies(turn)];
}

function consideredGuardrails(turn: OfTurn, state: GraphState | undefined): readonly Considered[] {
  const breaches = turn.events.flatMap((event) =>
    event.type === 'GuardrailsBroken' ? event.data.breaches : [],
  );
  const isChecked = turn.events.some(
    (event) => event.type === 'TurnRecorded' && event.data.calls.some(({ kind }) => kind === 'guard'),
  );
  const ofState = state !== undefined && 'guardrails' in state ? state.guardrails : [];
  const names = new Set([...ofState.map(({ name }) => name), ...breaches.map(({ guardrail }) => guardrail)]);
  return [...names].map((subject) =>
    consideredGuardrail(
      subject,
      breaches.filter(({ guardrail }) => guardrail === subject),
      isChecked,
    ),
  );
}

function consideredGuardrail(
  subject: string,
  breaches: readonly GuardrailBreach[],
  isChecked: boolean,
): Considered {
  const kind = 'guardrail';
  if (breaches.length > 0) {
    const isJudged = breaches.some(({ cause }) => cause === 'judged');
    return { kind, subject, verdict: 'matched', cause: isJudged ? 'text-broke-it' : 'no-judgement' };
  }
  return isChecked
    ? { kind, subject, verdict: 'not-matched', cause: 'text-allowed' }
    : { kind, subject, verdict: 'dropped', cause: 'not-judged' };
}

function consideredPolicies(turn: OfTurn): readonly Considered[] {
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
