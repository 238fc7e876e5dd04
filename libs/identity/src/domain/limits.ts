/**
 * How much people and integrations can add. Characters are code points; bytes are those of the field's JSON in UTF-8.
 * One request fits into one event (64 KiB), and one list into one response.
 */
export const limits = {
  /** First and last names, names of organizations and keys. */
  nameCharacters: 256,
  audioKeyterms: { items: 20, characters: 100 },
  /** For each kind of variables, when the user is created. */
  nonsensitiveVariables: { items: 19, bytes: 16_384 },
  sensitiveVariables: { items: 20, bytes: 16_384 },
  /** Later: of one value, and of each kind. */
  variableCharacters: 255,
  variablesOfKind: { items: 20, bytes: 40_960 },
  /**
   * Of one request. An entry is shorter than what an agent may know of a user, so each entry can reach the agent.
   */
  additionalContextUpdate: { entries: 100, charactersOfEntry: 4_000 },
  /** Of one user, for ever: entries are never removed. */
  additionalContext: { entries: 1_000, characters: 500_000 },
  roleDescriptionCharacters: 2_000,
  permissionGrants: { items: 200, values: 1_000, bytes: 24_576 },
  /** Even with the maximum of them, a user's grants have only some thousands of values, as with roles. */
  temporaryGrant: { values: 50, bytes: 4_096 },
  /** Unexpired ones of one user in one organization; each of their requests is checked against all. */
  temporaryGrantsOfUser: 100,
  justificationCharacters: 2_000,
  /**
   * The lists of roles and keys have no pages. The constraints `role_limit` and `api_key_limit` have the same values.
   */
  rolesOfOrganization: 200,
  apiKeysOfOrganization: 20,
  userDimensions: { items: 50, tags: 20, bytes: 32_768 },
} as const;
