import type { TurnEnd } from '../protocol/turn-command.js';
import type { CommitFact } from '../protocol/turn-fact.js';
import type { Script } from '../runtime/script.js';
import type { TurnResult } from './turn-result.js';
import type { TurnWalk } from './turn-walk.js';

/** Requests the one commit of the turn, which ends it. It ignores stops, since a commit may be stored already. */
export function* commit(walk: TurnWalk, result: TurnResult): Script<TurnEnd> {
  const id = `${walk.request.interactionId}/c.1`;
  const { recorder } = walk;
  walk.command({ type: 'commit', id, commit: { result, calls: recorder.calls(), facts: recorder.facts() } });
  let answer: CommitFact;
  do answer = yield* walk.commits.take();
  while (answer.id !== id);
  if (answer.type === 'commit-refused') return { outcome: 'refused', failure: answer.failure };
  return { outcome: 'completed', result };
}
