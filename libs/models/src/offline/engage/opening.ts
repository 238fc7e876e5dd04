import type { EngageTask } from '@svc/engine';
import { rolePhrase } from './about-agent.js';

export function hello({ user }: EngageTask): string {
  const name = user.displayName === null ? '' : ` ${user.displayName}`;
  return user.isReturning ? `Welcome back${name === '' ? '' : `,${name}`}!` : `Hello${name}!`;
}

/** "I'm Ada, a librarian." */
export function selfIntroduction({ agent, user }: EngageTask): string {
  const { identity } = agent;
  return `${user.isReturning ? 'This is' : "I'm"} ${identity.name}${rolePhrase(identity.role)}.`;
}

/** The rules know English alone; a user who expects another language is told so. */
export function languageNote({ agent, user }: EngageTask): string {
  const language = (user.preferredLanguage ?? agent.identity.default_spoken_language).toLowerCase();
  return /^(?:en|eng)(?:-|$)/.test(language) ? '' : "I'm afraid I can only speak English here.";
}
