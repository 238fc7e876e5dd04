import type { EngageTask } from '@svc/engine';
import { contentTokens } from '../words/tokens.js';
import { speakAsAgent } from './address-user.js';

/** Maximum number of facts in a message: more would be a lecture. */
const maxFacts = 2;

/**
 * What the agent may say about a subject: sentences of its background that share words with it, in order. A sentence that
 * touches a boundary constraint is left out, since rules can't tell whether it would violate the constraint.
 */
export function factsAbout(subject: string, { agent, boundaryConstraints }: EngageTask): readonly string[] {
  const asked = new Set(contentTokens(subject).map((token) => token.stem));
  if (asked.size === 0) return [];
  const forbidden = new Set(boundaryConstraints.flatMap(contentTokens).map((token) => token.stem));
  const scored = sentencesOf(agent.background)
    .filter((sentence) => !sentence.endsWith('?'))
    .map((sentence) => {
      const stems = new Set(contentTokens(sentence).map((token) => token.stem));
      const isForbidden = [...stems].some((stem) => forbidden.has(stem));
      return { sentence, shared: isForbidden ? 0 : [...asked].filter((stem) => stems.has(stem)).length };
    });
  const most = Math.max(0, ...scored.map(({ shared }) => shared));
  if (most / asked.size < 0.5) return [];
  return scored
    .filter(({ shared }) => shared === most)
    .slice(0, maxFacts)
    .map(({ sentence }) => speakAsAgent(sentence));
}

/** Part of the background that is searched, in UTF-16 code units. */
const maxBackground = 10_000;

function sentencesOf(text: string): readonly string[] {
  return text
    .slice(0, maxBackground)
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
