import type { RulingFact } from '../protocol/turn-fact.js';
import type { Script } from '../runtime/script.js';
import type { TurnWalk } from '../turn/turn-walk.js';
import type { MessageUnderWay, Ruling, UnsaidText } from './speech-policy.js';

/** Lets the policies rule on a text. Only one ruling is pending at a time, and it comes at once. */
export function* askRuling(walk: TurnWalk, unsaid: UnsaidText, message: MessageUnderWay): Script<Ruling> {
  const id = `${walk.request.interactionId}/r.${++walk.rulingsAsked}`;
  walk.command({ type: 'rule', id, unsaid, message });
  let answer: RulingFact;
  do answer = yield* walk.rulings.take();
  while (answer.id !== id);
  return answer.ruling;
}
