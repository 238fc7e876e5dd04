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

/** Nobody should mistake the rules for a language model, or wait for another language. */
export const demoNote =
  'This is a demo without a language model, and I speak English only. I know an emergency in German, French and Spanish too.';
