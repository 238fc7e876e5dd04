import type { TurnEnd } from '../protocol/turn-command.js';
import type { CommitFact } from '../protocol/turn-fact.js';
import type { Script } from '../runtime/script.js';
import type { TurnResult } from './turn-result.js';
import type { TurnWalk } from './turn-walk.js';

/** Asks for the one commit of the turn, with which it ends. Stops are not heard: what may be stored can't be taken back. */
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
