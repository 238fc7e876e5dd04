/** The result of a new version. */
export interface CreatedVersion {
  readonly versionId: string;
  readonly version: number;
  readonly createdAtMs: number;
}

type VersionedEvent = { readonly data: object | CreatedVersion };

/**
 * The version that a command created, for the response. @throws Error when there is none, which would be our bug.
 */
export function createdVersion(events: readonly VersionedEvent[]): CreatedVersion {
  for (const { data } of events) {
    if ('versionId' in data) return data;
  }
  throw new Error('no version came about');
}
