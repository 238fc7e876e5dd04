import { recollectionLength, recollectionsFrameLength } from '@svc/engine';
import { lexicalRelevance } from './lexical-relevance.js';
import type { Recallable } from './recallable.js';

export interface RecallRequest {
  /** The topic: the newest words of the user. May be empty. */
  readonly query: string;
  /** Now: milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** Maximum length of the text that a prompt makes of it, in UTF-16 code units. */
  readonly budgetCharacters: number;
}

export interface Recalled {
  /** The most relevant first. */
  readonly recallables: readonly Recallable[];
  /** There is nothing more for any query. */
  readonly isAll: boolean;
}

/**
 * A single memory below this relevance does not fit the query. Entries are shown regardless, while they fit into the
 * budget.
 */
const minRelevance = 0.2;
/** Age at which the weight of what a person said is half. */
const halfLifeMs = 90 * 24 * 60 * 60 * 1_000;
const weightOfRecency = 0.2;
const weightOfKnown = 0.1;

/**
 * What a prompt shows of a person's earlier conversations: the most relevant first, as much as the budget allows.
 * Deterministic.
 */
export function recall(candidates: readonly Recallable[], request: RecallRequest): Recalled {
  let left = request.budgetCharacters - recollectionsFrameLength;
  const recallables = ranked(candidates, request).filter((candidate) => {
    // Skip rendering what is already too long.
    if (candidate.content.length > left) return false;
    const length = recollectionLength(candidate);
    const hasRoom = length <= left;
    if (hasRoom) left -= length;
    return hasRoom;
  });
  return { recallables, isAll: recallables.length === candidates.length };
}

/** Best first. On a tie the one that was said last, then the one that comes first. */
function ranked(candidates: readonly Recallable[], request: RecallRequest): readonly Recallable[] {
  const lexical = lexicalRelevance(
    request.query,
    candidates.map(({ content, context }) => `${content} ${context}`),
  );
  return candidates
    .map((candidate, index) => {
      const relevance = lexical[index] ?? 0;
      return { candidate, relevance, score: score(candidate, relevance, request.atMs) };
    })
    .filter(({ candidate, relevance }) => candidate.type === 'known' || relevance >= minRelevance)
    .sort((one, other) => other.score - one.score || other.candidate.saidAtMs - one.candidate.saidAtMs)
    .map(({ candidate }) => candidate);
}

function score({ type, confidence, saidAtMs }: Recallable, relevance: number, atMs: number): number {
  const ageMs = Math.max(0, atMs - saidAtMs);
  const recency = weightOfRecency * 0.5 ** (ageMs / halfLifeMs);
  return relevance * confidence + recency + (type === 'known' ? weightOfKnown : 0);
}
