import type { TranscriptMessage } from '@svc/engine';
import { answeredStems } from '../hearing/entities.js';
import { answerKind, type AnswerKind } from '../hearing/answers.js';
import { contentTokens, looked, normalized, tokens } from '../words/tokens.js';
import { asksForSomething, asksYesOrNo } from '../hearing/open-question.js';

type Polarity = 'meant' | 'negated' | 'both';

/** Evidence for or against a condition: the user's last text, in the light of the agent's last question. */
export interface Evidence {
  /** The unmodified text. */
  readonly utterance: string;
  /** The words of the utterance with a space around each, to find whole phrases. */
  readonly phrase: string;
  readonly answer: AnswerKind;
  /** The user's words, by stem. "Yes" and "no" take the words of the question. */
  readonly polarities: ReadonlyMap<string, Polarity>;
  /** Stems of the kinds that the utterance looks like: `date`, `email`, … */
  readonly entities: ReadonlySet<string>;
  /** Stems of the question that the utterance answers; empty when it says nothing. */
  readonly toldAbout: ReadonlySet<string>;
  /** Stems of the details that the user has told at any time. */
  readonly known: ReadonlySet<string>;
}

/** @param asked the agent's open question; empty where there is none */
export function evidenceOf(whole: string, asked: string): Evidence {
  const utterance = looked(whole);
  const answer = answerKind(utterance);
  const said = contentTokens(utterance);
  const question = contentTokens(asked);
  const polarities = new Map<string, Polarity>();
  const note = (key: string, isNegated: boolean) => {
    const seen = polarities.get(key);
    const polarity = isNegated ? 'negated' : 'meant';
    polarities.set(key, seen === undefined || seen === polarity ? polarity : 'both');
  };
  for (const token of said) note(token.stem, token.isNegated);
  const isYesOrNo = answer.isAffirmation || answer.isRefusal;
  const isBare = said.length <= 1 && isYesOrNo;
  const isNoAnswer = answer.isAffirmation && asksForSomething(asked);
  const takesUpQuestion = isBare ? !isNoAnswer : isYesOrNo && asksYesOrNo(asked);
  if (takesUpQuestion) for (const token of question) note(token.stem, answer.isRefusal);
  const saysNothing =
    answer.isIgnorance || answer.isQuestion || answer.isGreeting || answer.offTopic !== null;
  const tellsSomething = said.length > 0 && !isBare && !saysNothing;
  return {
    utterance: whole,
    phrase: phraseOf(utterance),
    answer,
    polarities,
    entities: answeredStems(normalized(utterance)),
    known: new Set(),
    toldAbout: new Set(
      // "The morning or the afternoon?" asks for a time without naming it.
      tellsSomething ? [...question.map((token) => token.stem), ...answeredStems(normalized(asked))] : [],
    ),
  };
}

export function lastAgentMessage(transcript: readonly TranscriptMessage[]): string | null {
  return transcript.findLast((message) => message.type === 'agent-message')?.text ?? null;
}

export function phraseOf(text: string): string {
  return ` ${tokens(text)
    .map((token) => token.word)
    .join(' ')} `;
}
