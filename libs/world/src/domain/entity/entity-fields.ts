import type { JsonObject } from '@svc/kernel';

/** What is known of an entity by name; all of it is sealed in events. */
export interface EntityProfile {
  readonly displayName: string | null;
  /** By which the workspace knows it: equal ones are one entity. */
  readonly canonicalId: string | null;
  /** By the name of the system that gave the id. */
  readonly externalIds: Readonly<Record<string, string>>;
  readonly name: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly email: string | null;
  /** YYYY-MM-DD. */
  readonly birthDate: string | null;
  readonly gender: string | null;
  readonly mrn: string | null;
  readonly tags: readonly string[];
}

export const emptyProfile: EntityProfile = {
  displayName: null,
  canonicalId: null,
  externalIds: {},
  name: null,
  phone: null,
  email: null,
  birthDate: null,
  gender: null,
  mrn: null,
  tags: [],
};

/** What an entity has from its beginning. */
export interface EntityOrigin {
  readonly entityId: string;
  /** person, place, call, conversation, appointment, or one of the workspace's own. */
  readonly entityType: string;
  /** Where it comes from: manual, conversation. */
  readonly source: string;
  readonly sourceSystem: string | null;
}

/** What says nothing of a person: direction, status, channel. */
export type EntityFacts = JsonObject;
