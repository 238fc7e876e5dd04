import { contentTokens, tokens, type Token } from '../words/tokens.js';
import {
  affirmingStems,
  givingStems,
  refusingStems,
  reversingStems,
  undoneStems,
} from '../words/vocabulary.js';
import { isUnmistakable } from '../hearing/entities.js';
import type { OffTopic } from '../hearing/off-topic.js';
import { alternativesOf } from './alternatives.js';
import { phraseOf, type Evidence } from './evidence.js';

export interface Score {
  /** 0: no evidence for the condition; up to 1: full evidence; above 1: a verbatim match. */
  readonly value: number;
  /** Why, for the decision record. */
  readonly because: string;
}

const none: Score = { value: 0, because: 'nothing the user said fits' };

/** How far the evidence shows that a condition holds. */
export function scoreCondition(condition: string, evidence: Evidence): Score {
  const content = contentTokens(condition);
  const scores = [
    verbatim(condition, evidence),
    inLightOfQuestion(condition, overlap(content, evidence), evidence),
    ...alternativesOf(condition).map((part) => alternative(condition, part, evidence)),
    told(condition, content, evidence),
    toldBefore(condition, content, evidence),
    answered(condition, evidence),
    openedByAnswer(condition, evidence),
    wished(condition, evidence),
  ];
  return scores.reduce((best, score) => (score.value > best.value ? score : best), none);
}

/** A part says less than the whole, so the whole wins where both fit. */
const partWeight = 0.9;

function alternative(condition: string, part: string, evidence: Evidence): Score {
  const score = inLightOfQuestion(condition, overlap(contentTokens(part), evidence), evidence);
  return { ...score, value: score.value * partWeight };
}

/** A user who asks "how much is the red one?" has named it, but has not chosen it; "how do I cancel?" does not cancel. */
function inLightOfQuestion(condition: string, score: Score, { answer }: Evidence): Score {
  const settles = tokens(condition).some(
    (token) =>
      !token.isNegated && (isGiving(token) || affirmingStems.has(token.stem) || wishes.has(token.word)),
  );
  return answer.isInquiry && settles ? { ...score, value: score.value * inquiryWeight } : score;
}

const wishes = new Set(['want', 'wants', 'wishes', 'would']);

/** Puts even a full match below the threshold. */
const inquiryWeight = 0.4;

/** "Yes, the patient has been here before": the condition itself begins with the answer. */
function openedByAnswer(condition: string, { answer }: Evidence): Score {
  const opening = /^(yes|no)\b/i.exec(condition.trim())?.[1]?.toLowerCase();
  if (opening === 'yes' && answer.isAffirmation) return { value: 0.95, because: 'the user said yes' };
  if (opening === 'no' && answer.isRefusal) return { value: 0.95, because: 'the user said no' };
  return none;
}

const wishesInConditions: Partial<Record<OffTopic, RegExp>> = {
  person:
    /\b(?:human|person|somebody|someone|staff|front desk|colleague|operator|representative|hand(?:s|ed)? over|transfer\w*|escalat\w*)\b/i,
  change: /\b(?:cancel\w*|change|reschedul\w*|move|postpone)\b/i,
};

/** "Can I speak to somebody?", in any words, where a condition offers it. */
function wished(condition: string, { answer }: Evidence): Score {
  const offered =
    answer.offTopic === null || answer.isInquiry ? undefined : wishesInConditions[answer.offTopic];
  return offered?.test(condition) === true ? { value: 0.9, because: 'the user wishes this' } : none;
}

/** A user who says a condition verbatim means it. Of several such conditions, the longest wins. */
function verbatim(condition: string, { utterance, phrase }: Evidence): Score {
  const length = Math.min(condition.length, 10_000) / 10_000;
  if (`\n${utterance}\n`.includes(`\n${condition}\n`)) {
    return { value: 3 + length, because: 'the user said exactly this' };
  }
  const words = phraseOf(condition);
  const isSaid = tokens(condition).length >= 3 && phrase.includes(words);
  return isSaid ? { value: 2 + length, because: 'the user said these words' } : none;
}

/** The share of the condition's content that was said. Content said with the opposite sense counts against it. */
function overlap(content: readonly Token[], { polarities, entities }: Evidence): Score {
  const asked = content.filter((token) => !isGiving(token));
  if (asked.length === 0) return none;
  const isToBeTold = asked.length < content.length;
  const found: string[] = [];
  let sum = 0;
  for (const { word, stem, isNegated } of asked) {
    // "Another day" names no day.
    const said = isToBeTold && isUnmistakable(stem) ? undefined : polarities.get(stem);
    const opposite = isNegated ? 'meant' : 'negated';
    if (said === opposite || (!isNegated && isReversed(stem, polarities))) sum -= 1;
    else if (said !== undefined || (entities.has(stem) && !isNegated)) {
      sum += 1;
      found.push(word);
    }
  }
  // Of two equal scores, the condition with more matches wins.
  const value = sum <= 0 ? 0 : sum / asked.length + 0.001 * Math.min(found.length, 50);
  // A day is no time of the day.
  const lacks = asked.some(
    ({ stem }) => isUnmistakable(stem) && !entities.has(stem) && !polarities.has(stem),
  );
  return {
    value: lacks && entities.size > 0 ? value * doubtWeight : value,
    because: `the user's words fit: ${found.join(', ')}`,
  };
}

/** A user who wants to cancel an order does not want to order. */
function isReversed(stem: string, polarities: Evidence['polarities']): boolean {
  return undoneStems.has(stem) && [...reversingStems].some((undoing) => polarities.get(undoing) === 'meant');
}

/** A verb of giving, telling or choosing. "Named" is one; "name" is what is given. */
function isGiving({ word, stem }: Token): boolean {
  return givingStems.has(stem) && !/^names?$/.test(word);
}

/** Scores for half and for all of what a condition asks for. */
const toldScores = { half: 0.6, all: 0.7 } as const;

/** "The user has given their name" holds once the agent has asked for the name and the user has told something. */
function told(
  condition: string,
  content: readonly Token[],
  { toldAbout, entities, answer }: Evidence,
): Score {
  const asksToBeTold = tokens(condition).some((token) => isGiving(token) && !token.isNegated);
  const asked = content.filter((token) => !isGiving(token));
  if (!asksToBeTold || asked.length === 0) return none;
  const share = asked.filter((token) => toldAbout.has(token.stem)).length / asked.length;
  if (share < 0.5) return none;
  const recognizable = asked.filter((token) => isUnmistakable(token.stem));
  const looksWrong =
    !answer.isIndifferent &&
    recognizable.length > 0 &&
    !recognizable.some((token) => entities.has(token.stem));
  return {
    value: (share === 1 ? toldScores.all : toldScores.half) * (looksWrong ? doubtWeight : 1),
    because: `the user answered the question about: ${asked.map((token) => token.word).join(', ')}`,
  };
}

/** "The user has named a day" holds as long as the form has one. */
function toldBefore(condition: string, content: readonly Token[], { known }: Evidence): Score {
  const asksToBeTold = tokens(condition).some((token) => isGiving(token) && !token.isNegated);
  const asked = content.filter((token) => !isGiving(token));
  const isKnown = asksToBeTold && asked.length > 0 && asked.every(({ stem }) => known.has(stem));
  return isKnown
    ? {
        value: 1 + 0.001 * asked.length,
        because: `the user has told: ${asked.map(({ word }) => word).join(', ')}`,
      }
    : none;
}

/** Puts an answer that does not look like what was asked for below all thresholds. */
const doubtWeight = 0.3;

const doneCondition =
  /\b(goodbye|bye|farewell|end|ends|ended|finish|finished|done|leaves?|leaving|nothing (more|else)|no (more|further|other))\b/;

/** Plain yes, no and goodbye. The rest of the condition is scored too, so that the better of two wins. */
function answered(condition: string, { answer, polarities }: Evidence): Score {
  if (answer.isFarewell && doneCondition.test(condition.toLowerCase())) {
    return { value: 0.9, because: 'the user is done' };
  }
  const content = tokens(condition);
  const asks = (stems: ReadonlySet<string>, opposite: ReadonlySet<string>): boolean =>
    content.some(({ stem, isNegated }) => (isNegated ? opposite : stems).has(stem));
  const asksYes = asks(affirmingStems, refusingStems);
  const asksNo = asks(refusingStems, affirmingStems);
  const isMet = (asksYes && answer.isAffirmation && !answer.isRefusal) || (asksNo && answer.isRefusal);
  if (!isMet) return none;
  const rest = contentTokens(condition).filter(
    ({ stem }) => !affirmingStems.has(stem) && !refusingStems.has(stem),
  );
  const fitting = rest.filter(({ stem }) => polarities.has(stem)).length;
  const share = rest.length === 0 ? 1 : fitting / rest.length;
  return { value: 0.6 + 0.3 * share, because: asksNo ? 'the user refuses' : 'the user agrees' };
}
