import { emptyProfile, type EntityProfile } from './entity-fields.js';

/**
 * What is known of an entity that several became. What the first does not have, the next gives; ids of other systems and tags are
 * those of all, of one system the first's.
 */
export function mergedProfile(profiles: readonly EntityProfile[]): EntityProfile {
  return profiles.reduce((known, next) => {
    const texts = Object.fromEntries(textsOf.map((field) => [field, known[field] ?? next[field]])) as Pick<
      EntityProfile,
      (typeof textsOf)[number]
    >;
    return {
      ...texts,
      externalIds: { ...next.externalIds, ...known.externalIds },
      tags: [...new Set([...known.tags, ...next.tags])],
    };
  }, emptyProfile);
}

const textsOf = [
  ...(['displayName', 'canonicalId', 'name', 'phone', 'email'] as const),
  ...(['birthDate', 'gender', 'mrn'] as const),
] as const;
