/** What whoever makes a version learns. */
export interface CreatedVersion {
  readonly versionId: string;
  readonly version: number;
  readonly createdAtMs: number;
}

type VersionedEvent = { readonly data: object | CreatedVersion };

/** The version that a command has made, for the answer. @throws Error when it made none, which would be our mistake. */
export function createdVersion(events: readonly VersionedEvent[]): CreatedVersion {
  for (const { data } of events) {
    if ('versionId' in data) return data;
  }
  throw new Error('no version came about');
}
