/**
 * How much of everything people and integrations can add. Characters are code points; bytes are those of the field's
 * JSON in UTF-8. What one request brings fits into one event each (64 KiB), what a list shows into one answer.
 */
export const limits = {
  /** First and last names, names of organizations and keys. */
  nameCharacters: 256,
  audioKeyterms: { items: 20, characters: 100 },
  /** Each kind of variables by itself, when the user is created. */
  nonsensitiveVariables: { items: 19, bytes: 16_384 },
  sensitiveVariables: { items: 20, bytes: 16_384 },
  /** Of one request; an entry is within what an agent is told of a user, so that each can be told. */
  additionalContextUpdate: { entries: 100, charactersOfEntry: 4_000 },
  /** Of one user, for ever: nothing removes entries. */
  additionalContext: { entries: 1_000, characters: 500_000 },
  roleDescriptionCharacters: 2_000,
  permissionGrants: { items: 200, values: 1_000, bytes: 24_576 },
  /** With as many of them as a user can hold, what they may do is still some thousands of values, as with roles. */
  temporaryGrant: { values: 50, bytes: 4_096 },
  /** Unexpired ones of one user in one organization: each request of theirs is judged by all. */
  temporaryGrantsOfUser: 100,
  justificationCharacters: 2_000,
  /** The lists of roles and keys have no pages. The constraints `role_limit` and `api_key_limit` say the same. */
  rolesOfOrganization: 200,
  apiKeysOfOrganization: 20,
  userDimensions: { items: 50, tags: 20, bytes: 32_768 },
} as const;
