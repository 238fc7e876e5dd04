import type { TranscriptMessage } from '@svc/engine';

/** How often one question is put in the same words. */
export const mostInTheSameWords = 2;

/** Replaces the question after that. If it still gets no answer, an exit that ends or hands over is taken. */
export const cannotGoOn =
  "I'm sorry, I still don't follow, and I can't go on without an answer to that. Please put it in other words.";

/** Used instead after a question of the user: they were understood, and are not dismissed. */
export const answerIsMissing = "I can't go on without an answer to my own question, though.";

export interface OpenQuestion {
  /** Empty before any question. */
  readonly text: string;
  /** How often the agent has put it without another question in between. */
  readonly times: number;
}

/** The agent's last question, in any of its messages. */
export function openQuestion(transcript: readonly TranscriptMessage[]): OpenQuestion {
  let text = '';
  let times = 0;
  for (let place = transcript.length - 1; place >= 0; place -= 1) {
    const message = transcript[place];
    const question = message?.type === 'agent-message' ? lastQuestion(message.text) : '';
    if (question === '') continue;
    if (text !== '' && question !== text) break;
    text = question;
    times += 1;
  }
  return { text, times };
}

/** Length from the end of a message in which the question is searched. */
const maxQuestion = 1_000;

/** The last question sentence; empty when there is none. */
export function lastQuestion(message: string): string {
  const seen = message.slice(-maxQuestion);
  const end = seen.lastIndexOf('?');
  if (end === -1) return '';
  let start = end;
  while (start > 0 && !'.!?\n'.includes(seen.charAt(start - 1))) start -= 1;
  return seen.slice(start, end + 1).trim();
}

/** A question that "yes" or "no" answers: not "What …?" and not "Could you tell me …?" */
export function asksYesOrNo(question: string): boolean {
  return /^(?:is|are|am|was|were|do|does|did|have|has|had|would|will|shall|should|can|may)\b/i.test(question);
}

/** A question that "yes" does not answer. */
export function asksForSomething(question: string): boolean {
  return /^(?:what|which|when|where|who|whose|how (?:many|much|long|old))\b/i.test(question);
}
