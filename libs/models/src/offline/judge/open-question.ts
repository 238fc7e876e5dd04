import type { TranscriptMessage } from '@svc/engine';

/** So often one question is asked in the same words. */
export const mostInTheSameWords = 2;

/** Said in its place from then on. Who hears it and still does not answer is let go by an exit that ends or hands over. */
export const cannotGoOn =
  "I'm sorry, I still don't follow, and I can't go on without an answer to that. Please put it in other words.";

/** Said instead to who asked something: they were followed, and are not let go. */
export const answerIsMissing = "I can't go on without an answer to my own question, though.";

export interface OpenQuestion {
  /** Empty while nothing has been asked. */
  readonly text: string;
  /** How often the agent has asked it without asking anything else in between. */
  readonly times: number;
}

/** What the agent has asked last, in whichever of its messages. */
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

/** Part of the agent's message, from its end, where the question is looked for. */
const maxQuestion = 1_000;

/** The last sentence that asks; empty when none does. */
export function lastQuestion(message: string): string {
  const seen = message.slice(-maxQuestion);
  const end = seen.lastIndexOf('?');
  if (end === -1) return '';
  let start = end;
  while (start > 0 && !'.!?\n'.includes(seen.charAt(start - 1))) start -= 1;
  return seen.slice(start, end + 1).trim();
}

/** Not "What …?" and not "Could you tell me …?": a question that "yes" or "no" answers. */
export function asksYesOrNo(question: string): boolean {
  return /^(?:is|are|am|was|were|do|does|did|have|has|had|would|will|shall|should|can|may)\b/i.test(question);
}

/** A question that "yes" does not answer. */
export function asksForSomething(question: string): boolean {
  return /^(?:what|which|when|where|who|whose|how (?:many|much|long|old))\b/i.test(question);
}
