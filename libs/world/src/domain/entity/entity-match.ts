/** By what an entity was found, and how sure that makes it. */
export const matchConfidence = {
  entity_id: 1,
  canonical_id: 1,
  external_id: 1,
  phone: 0.8,
  email: 0.8,
  name: 0.5,
} as const;

export type MatchedOn = keyof typeof matchConfidence;

export interface EntityMatch {
  readonly entityId: string;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly matchedOn: readonly MatchedOn[];
}

/** The surest first; among equal ones, in the order in which they were found. A phone number and an address together are surer. */
export function matchesOf(
  found: readonly { readonly entityId: string; readonly on: MatchedOn }[],
): readonly EntityMatch[] {
  const grouped = new Map<string, Set<MatchedOn>>();
  for (const { entityId, on } of found) grouped.set(entityId, (grouped.get(entityId) ?? new Set()).add(on));
  return [...grouped]
    .map(([entityId, on]) => ({ entityId, confidence: confidenceOf([...on]), matchedOn: [...on] }))
    .sort((one, other) => other.confidence - one.confidence);
}

function confidenceOf(on: readonly MatchedOn[]): number {
  const doubt = on.reduce((left, one) => left * (1 - matchConfidence[one]), 1);
  return Math.round((1 - doubt) * 100) / 100;
}
