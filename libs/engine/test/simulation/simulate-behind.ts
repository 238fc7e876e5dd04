import { isDeepStrictEqual } from 'node:util';
import { toStorableText } from '@svc/kernel';
import {
  readFacts,
  TurnMachine,
  TurnRecorder,
  type Commit,
  type TurnContext,
  type TurnEnded,
} from '../../src/index.js';
import { testHash } from '../turns.js';
import { auditLives, commandsOf, factsOf } from './audit-turn.js';
import { must } from './broken-rule.js';
import type { Chances } from './chances.js';
import { SimulatedTurn } from './simulated-turn.js';

const ended: TurnEnded = { type: 'turn-ended', interactionId: 'i1' };
const rule = 'what falls out of the window is summed up as the model said, and stored with its cost';

/**
 * What follows a turn from whose window messages have fallen, with facts between turns that come late or twice.
 * @throws BrokenRule
 */
export function simulateBehind(
  context: TurnContext,
  models: { readonly name: string; readonly settings: Record<string, never> },
  chances: Chances,
): void {
  const recorder = new TurnRecorder(testHash);
  const commits: Commit[] = [];
  const turn = new SimulatedTurn(new TurnMachine(context, models, recorder), chances, (commit) => {
    commits.push(commit);
    return chances.in100(5) ? { refused: new Error('Its person is erased.') } : 'acknowledged';
  });
  const stopsAfterMs = chances.in100(25) ? chances.below(1_500) : null;
  const end = turn.run(ended, { stopsAfterMs, crashesAfterMs: null });
  must('nothing follows the end', commandsOf(turn.steps).at(-1)?.type === 'end-turn', () => 'behind a turn');
  must(rule, isDeepStrictEqual(end, { outcome: 'settled' }), () => JSON.stringify(end));
  auditLives(turn.steps);
  const [commit, ...others] = commits;
  const hasFallen = context.fallen.length > 0;
  must(rule, (commit !== undefined) === hasFallen && others.length === 0, () => `${commits.length} commits`);
  if (commit === undefined) return;
  auditSummary(commit, turn, context.limits.maxSummaryCharacters);
  const written = JSON.parse(JSON.stringify(commit)) as Commit;
  const again = new TurnMachine(structuredClone(context), models, new TurnRecorder(testHash));
  const read = [...readFacts(written.facts, written.calls, ended)];
  const stored = read.flatMap((fact) => again.feed(fact)).find(({ type }) => type === 'commit');
  must(
    'what is recorded gives the same commands',
    stored?.type === 'commit' && JSON.stringify(stored.commit) === JSON.stringify(commit),
    () => JSON.stringify({ stored, commit }),
  );
}

function auditSummary({ contents, calls }: Commit, { steps }: SimulatedTurn, most: number): void {
  const committed = steps.findIndex((step) => 'command' in step && step.command.type === 'commit');
  const facts = factsOf(steps.slice(0, committed));
  const attempts = facts.flatMap((fact) => (fact.type === 'model-attempted' ? [fact.attempt] : []));
  const withoutEmpty = attempts.map((each) => ({
    ...each,
    pieces: each.pieces.filter((text) => text !== ''),
  }));
  const [call] = calls;
  must(rule, calls.length === 1 && isDeepStrictEqual(call?.attempts, withoutEmpty), () => 'another cost');
  const said = facts.flatMap((fact) =>
    fact.type === 'model-delta' && fact.id === call?.id ? [fact.text] : [],
  );
  const words = toStorableText(said.join('').replaceAll('\u0000', '')).trimStart().slice(0, most).trimEnd();
  const text = call?.failure === null ? words : null;
  must(
    rule,
    contents.type === 'summary' && (contents.summary.text === text || text?.isWellFormed() === false),
    () => JSON.stringify({ contents, text }),
  );
}
