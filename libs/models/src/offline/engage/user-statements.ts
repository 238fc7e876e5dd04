import type { EngageTask, TranscriptMessage } from '@svc/engine';
import { asksYesOrNo, openQuestion } from '../judge/open-question.js';
import { answerKind } from '../words/answers.js';
import { correctionIn, isOfSameKind } from '../judge/corrections.js';
import { contentTokens, looked } from '../words/tokens.js';
import { echoOf } from './take-up.js';

/** Maximum number of statements that are repeated; the newest count. */
const maxTold = 6;

interface UserStatement {
  readonly question: string;
  readonly text: string;
}

/**
 * The user's statements, oldest first: no questions, greetings, or bare yes and no. A corrected or repeated answer replaces the
 * older one.
 */
export function userStatements({ transcript, input }: EngageTask): readonly string[] {
  let statements: readonly UserStatement[] = [];
  const hear = (said: string, earlier: readonly TranscriptMessage[]) => {
    const question = openQuestion(earlier).text;
    const correction = correctionIn(said, earlier);
    const text = correction ?? tellingPart(said);
    if (text === null) return;
    const replaced = statements.findLastIndex((one) =>
      correction === null ? isAnsweredAnew(one, question) : isOfSameKind(one.text, correction),
    );
    const newest = { question, text };
    statements = replaced < 0 ? [...statements, newest] : statements.with(replaced, newest);
  };
  for (const [place, { type, text }] of transcript.entries())
    if (type === 'user-message') hear(text, transcript.slice(0, place));
  if (input.kind === 'user-message') hear(input.text, transcript);
  return statements.slice(-maxTold).map(({ text }) => text);
}

/** An answer to "Anything else?" adds to the statements before. */
function isAnsweredAnew(statement: UserStatement, question: string): boolean {
  return question !== '' && statement.question === question && !asksYesOrNo(question);
}

function tellingPart(text: string): string | null {
  const kind = answerKind(looked(text));
  const echo = echoOf(text);
  if (echo === null || kind.isQuestion || kind.isGreeting || kind.isIgnorance || kind.isFarewell) return null;
  const content = contentTokens(echo).length;
  return content === 0 || (content === 1 && (kind.isAffirmation || kind.isRefusal)) ? null : echo;
}
