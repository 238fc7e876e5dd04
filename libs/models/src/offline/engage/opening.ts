import type { EngageTask } from '@svc/engine';
import { rolePhrase } from './about-agent.js';

/** "Hello Bo! I'm Ada, a librarian." */
export function selfIntroduction({ agent, user }: EngageTask): string {
  const name = user.displayName === null ? '' : ` ${user.displayName}`;
  const greeting = user.isReturning ? `Welcome back${name === '' ? '' : `,${name}`}!` : `Hello${name}!`;
  const { identity } = agent;
  return `${greeting} ${user.isReturning ? 'This is' : "I'm"} ${identity.name}${rolePhrase(identity.role)}.`;
}

/** The rules know English alone; a user who expects another language is told so. */
export function languageNote({ agent, user }: EngageTask): string {
  const language = (user.preferredLanguage ?? agent.identity.default_spoken_language).toLowerCase();
  return /^(?:en|eng)(?:-|$)/.test(language) ? '' : "I'm afraid I can only speak English here.";
}
