/**
 * What texts mean, as vectors: for a recall that finds `Loves Bach` by "music". None is built in; without one, words
 * decide. Vectors of a person's memories are as personal as these: they are made when asked for and kept nowhere.
 */
export interface TextEmbedder {
  /** `provider/model`, for records. */
  readonly name: string;
  /** A vector for each text, all of one length. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
}

/** How near each text is to the query in meaning, from 0 to 1. */
export async function semanticRelevance(
  embedder: TextEmbedder,
  query: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const [wanted = [], ...vectors] = await embedder.embed([query, ...texts], signal);
  return texts.map((_text, index) => Math.max(0, cosine(wanted, vectors[index] ?? [])));
}

/** 0 where a vector has no length. */
function cosine(one: readonly number[], other: readonly number[]): number {
  const lengths = Math.sqrt(product(one, one) * product(other, other));
  return lengths > 0 ? product(one, other) / lengths : 0;
}

function product(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}
