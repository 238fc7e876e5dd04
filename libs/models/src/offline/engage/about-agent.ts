import type { EngageTask } from '@svc/engine';
import { normalized } from '../words/tokens.js';
import { addressUser, speakAsAgent } from './address-user.js';
import { clausesOf } from './clauses.js';
import { capitalized, uncapitalized } from './sentences.js';

/** A true answer to a question about the agent itself; null for other input. */
export function answerAboutAgent(heard: string, task: EngageTask): string | null {
  const text = normalized(heard);
  const { identity } = task.agent;
  const self = `I'm ${identity.name}${rolePhrase(identity.role)}.`;
  if (isAskedForNature(text)) {
    return (
      `I'm ${identity.name}, an automated assistant, not a human. ` +
      'I run on an offline model that follows written rules; no large language model is behind my words.'
    );
  }
  if (/\bwho (made|built|created|developed|programmed|owns|designed) you\b/.test(text)) {
    return `I was developed by ${identity.developed_by}.`;
  }
  if (/\b(who are you|what('s| is) your name|what are you called|introduce yourself)\b/.test(text)) {
    return self;
  }
  if (
    /\b(what (can|do) you do|what('s| is) your (job|role|purpose)|how can you help|what are you (here )?for)\b/.test(
      text,
    )
  ) {
    return purposeOf(task.state.objective) ?? self;
  }
  if (/\bhow are you\b/.test(text)) return "I'm well, thank you.";
  return null;
}

function isAskedForNature(text: string): boolean {
  const kind =
    '(?:a |an |some kind of )?(?:real |actual |ai |chat ?)?(?:bot|robot|machine|computer|human|person|ai|a\\.i\\.|llm|language model|program|chatgpt|gpt|claude|gemini)';
  return (
    new RegExp(
      `\\b(?:are you|you are|you're|is this|am i (?:talking|speaking|chatting) (?:to|with)|are you just)\\s+(?:really |just |even )?${kind}\\b`,
    ).test(text) ||
    /\b(?:what|which) (?:kind of |sort of |ai |language |large language )*(?:model|llm|ai) (?:are you|is this|do you (?:use|run))\b/.test(
      text,
    ) ||
    /\bare you (?:real|human|alive|automated|offline)\b/.test(text)
  );
}

/** `, a librarian`, from `librarian`, `a librarian` or `You are a librarian.` */
export function rolePhrase(role: string): string {
  const first = (role.split(/[.;\n]/)[0] ?? '').trim().replace(/^(?:you are|i am|i'm)\s+/i, '');
  if (first === '' || first.split(/\s+/).length > 14) return '';
  const plain = uncapitalized(speakAsAgent(first.replace(/^your\b/i, '\u0001'))).replace('\u0001', 'your');
  if (/^(?:a|an|the|your|my|our|one of)\b/i.test(plain)) return `, ${plain}`;
  return `, ${/^[aeiou]/i.test(plain) ? 'an' : 'a'} ${plain}`;
}

/** "I'm here to find the book that you want", from an objective that says what to do; null when it describes a state. */
export function purposeOf(objective: string): string | null {
  const [clause] = clausesOf(objective);
  if (clause === undefined) return null;
  const text = clause.verb === null ? clause.rest : `${clause.verb} ${clause.rest}`;
  const isImperative =
    clause.verb !== null ||
    /^(?:\p{Lu}?\p{Ll}+)\s+(?:the|a|an|your|their|that|and|which|what|whether|how|with|for|out|up|through)\b/u.test(
      text,
    );
  if (
    !isImperative ||
    /^(?:the|a|an|this|that|your|their|when|all|each|every|greet|welcome|introduce)\b/i.test(text)
  )
    return null;
  return capitalized(`I'm here to ${uncapitalized(addressUser(text)).replace(/[.!?\s]+$/, '')}.`);
}
