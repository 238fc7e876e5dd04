import type { StateShape } from '@svc/kernel';

/** The body of a version of an agent or of a graph as canonical JSON, by value or by reference into the blob store. */
export interface VersionBody {
  /** Lower-case hex SHA-256 over tenant and canonical JSON; the same for equal bodies of a tenant. */
  readonly address: string;
  readonly sizeBytes: number;
  /** Null: the body is in the blob store at `address`, owned by the agent or graph. */
  readonly inlineJson: string | null;
}

export const versionBodyShape: StateShape<VersionBody> = {
  address: 'string',
  sizeBytes: 'number',
  inlineJson: 'string?',
};
