import type { EngageTask } from '@svc/engine';
import { answerKind } from '../words/answers.js';
import { contentTokens, looked } from '../words/tokens.js';
import { echoOf } from './take-up.js';

/** Newest things told that are said back: more would be a protocol. */
const maxTold = 6;

/** What the user told in the conversation, oldest first: neither questions nor greetings nor bare yes and no. */
export function toldBy({ transcript, heard }: EngageTask): readonly string[] {
  const earlier = transcript.filter((message) => message.type === 'user-message').map(({ text }) => text);
  const all = heard.kind === 'user-message' ? [...earlier, heard.text] : earlier;
  const told: string[] = [];
  for (let index = all.length - 1; index >= 0 && told.length < maxTold; index -= 1) {
    const part = tellingPart(all[index] ?? '');
    if (part !== null) told.unshift(part);
  }
  return told;
}

function tellingPart(text: string): string | null {
  const kind = answerKind(looked(text));
  const echo = echoOf(text);
  if (echo === null || kind.isQuestion || kind.isGreeting || kind.isIgnorance || kind.isFarewell) return null;
  const content = contentTokens(echo).length;
  return content === 0 || (content === 1 && (kind.isAffirmation || kind.isRefusal)) ? null : echo;
}
