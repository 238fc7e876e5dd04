import { LRUCache } from 'lru-cache';
import { offTopic, type OffTopic } from './off-topic.js';
import { normalized } from '../words/tokens.js';

const affirmation =
  /^(yes|yeah|yea|yep|yup|sure|ok|okay|certainly|absolutely|of course|indeed|right|correct|exactly|definitely|fine|gladly|i do|i am|i agree|i accept|i confirm|please do|go ahead|sounds good|that's right|that is right|that's correct|no problem|with pleasure|perfect|great|good|excellent|wonderful|lovely|agreed|alright|all right|(that |it )?(looks|sounds) (good|fine|right|great)|(that )?works( for me)?|that's (fine|good|great))\b/;
const refusal =
  /^(no|nope|nah|never|not (really|now|yet|at all|today|anymore|any more)|i don't|i do not|i'd rather not|i would rather not|i disagree|i refuse|i decline|rather not)\b/;
const notARefusal = /^no (problem|worries|doubt|matter)\b/;
const farewell =
  /\b(bye|goodbye|good bye|farewell|see you|good night|that(?:'s| is) (all|it|everything)(?=\s*(?:[,.!;]|$|thanks?\b|for (?:now|today)\b|then\b))|nothing (else|more|further)|no more|i'm (done|finished)|i am (done|finished)|we're done|we are done|all done|no,? thanks?|no,? thank you|have to go)\b/;
const greeting =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day))\b[\s,!.]*(?:there|\p{L}+)?[\s!.]*$/u;
const indifference =
  /\b(?:either|whatever|whichever|whenever|anything|any (?:one|time|day|of them)|no preference|all the same|you (?:choose|decide|pick)|(?:don't|do not) (?:mind|care)|doesn't matter|does not matter|up to you)\b/;
const ignorance = /\b(i don't know|i do not know|no idea|not sure|i can't say|i cannot say|i forgot)\b/;
const questionStart =
  /^(who|whom|whose|what|when|where|which|why|how|is|are|am|was|were|do|does|did|can|could|will|would|shall|should|may|have|has)\b/;

const inquiry =
  /(^|[.,!]\s+|\b(?:hm+|well|so|and|but|ok|okay)\b,?\s+)(?:who|whom|whose|what|when|where|which|why|how|is|are|am|was|were|do|does|did)\b[^.!]*(?:\?|$)/;

/** Kinds of answer, on any subject. Several can apply at once. */
export interface AnswerKind {
  readonly isAffirmation: boolean;
  readonly isRefusal: boolean;
  readonly isFarewell: boolean;
  /** "Hello there!" and no more. */
  readonly isGreeting: boolean;
  /** "I don't know": words without information. */
  readonly isIgnorance: boolean;
  /** "Either is fine": an answer, though it names nothing. */
  readonly isIndifferent: boolean;
  readonly isQuestion: boolean;
  /** A question that wants information, not a thing: "How much …?", not "Can I have …?" */
  readonly isInquiry: boolean;
  /** Small talk, another language, a wish that rules can't act on: no answer to any question. */
  readonly offTopic: OffTopic | null;
}

/** What users said is looked at again in every turn of their conversation. */
const known = new LRUCache<string, AnswerKind>({ max: 2_000 });

export function answerKind(utterance: string): AnswerKind {
  const before = known.get(utterance);
  if (before !== undefined) return before;
  const kind = kindOf(normalized(utterance));
  known.set(utterance, kind);
  return kind;
}

function kindOf(text: string): AnswerKind {
  return {
    isAffirmation: affirmation.test(text),
    isRefusal: refusal.test(text) && !notARefusal.test(text),
    isFarewell: farewell.test(text),
    isGreeting: greeting.test(text),
    isIgnorance: ignorance.test(text),
    isIndifferent: indifference.test(text),
    isQuestion: text.includes('?') || questionStart.test(text),
    isInquiry: inquiry.test(text),
    offTopic: offTopic(text),
  };
}
