import { lexicalRelevance } from './lexical-relevance.js';
import { emptyLength, lineLength, recallText } from './recall-text.js';
import type { Recallable } from './recallable.js';

export interface RecallRequest {
  /** What is talked about: the newest words of the user. May be empty. */
  readonly query: string;
  /** Now: milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** Longest text that may come out, in UTF-16 code units. */
  readonly budgetCharacters: number;
  /** Of each candidate in turn, from 0 to 1, where an embedder has told it. */
  readonly semanticRelevance?: readonly number[];
}

/** Relevance below which a single memory does not fit the query. What is known is shown in any case, while it fits in. */
const minRelevance = 0.2;
/** What a person said this long ago weighs half. */
const halfLifeMs = 90 * 24 * 60 * 60 * 1_000;
const weightOfRecency = 0.2;
const weightOfKnown = 0.1;

/**
 * What a prompt tells of a person's earlier conversations: the most relevant first, as much as the budget takes. Empty
 * when there is nothing to tell. The same request gives the same text.
 */
export function recall(candidates: readonly Recallable[], request: RecallRequest): string {
  let left = request.budgetCharacters - emptyLength;
  const chosen = ranked(candidates, request).filter((candidate) => {
    const length = lineLength(candidate);
    const hasRoom = length <= left;
    if (hasRoom) left -= length;
    return hasRoom;
  });
  return recallText(chosen);
}

/** Best first; of equals the one that was said last, then the one that comes first. */
function ranked(candidates: readonly Recallable[], request: RecallRequest): readonly Recallable[] {
  const lexical = lexicalRelevance(
    request.query,
    candidates.map(({ content, context }) => `${content} ${context}`),
  );
  return candidates
    .map((candidate, index) => {
      const relevance = Math.max(lexical[index] ?? 0, request.semanticRelevance?.[index] ?? 0);
      return { candidate, relevance, score: score(candidate, relevance, request.atMs) };
    })
    .filter(({ candidate, relevance }) => candidate.type === 'known' || relevance >= minRelevance)
    .sort(
      (one, other) => other.score - one.score || other.candidate.lastSaidAtMs - one.candidate.lastSaidAtMs,
    )
    .map(({ candidate }) => candidate);
}

function score({ type, confidence, lastSaidAtMs }: Recallable, relevance: number, atMs: number): number {
  const ageMs = Math.max(0, atMs - lastSaidAtMs);
  const recency = weightOfRecency * 0.5 ** (ageMs / halfLifeMs);
  return relevance * confidence + recency + (type === 'known' ? weightOfKnown : 0);
}
