import type { RulingFact } from '../protocol/turn-fact.js';
import type { Script } from '../runtime/script.js';
import type { TurnWalk } from '../turn/turn-walk.js';
import type { MessageUnderWay, Ruling, UnsaidText } from './speech-policy.js';

/** Has the policies rule on a text. One ruling is asked for at a time, and it comes at once. */
export function* askRuling(walk: TurnWalk, unsaid: UnsaidText, message: MessageUnderWay): Script<Ruling> {
  const id = `${walk.request.interactionId}/r.${++walk.rulingsAsked}`;
  walk.command({ type: 'rule', id, unsaid, message });
  let answer: RulingFact;
  do answer = yield* walk.rulings.take();
  while (answer.id !== id);
  return answer.ruling;
}
