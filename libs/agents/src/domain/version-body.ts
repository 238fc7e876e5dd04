import type { StateShape } from '@svc/kernel';

/** The body of a definition or of a version as canonical JSON, by value or by reference into the blob store. */
export interface VersionBody {
  /** Lower-case hex SHA-256 over tenant and canonical JSON; the same for equal bodies of a tenant. Empty: only by value. */
  readonly address: string;
  readonly sizeBytes: number;
  /** Null: the body is in the blob store at `address`, owned by the definition. */
  readonly inlineJson: string | null;
}

export const versionBodyShape: StateShape<VersionBody> = {
  address: 'string',
  sizeBytes: 'number',
  inlineJson: 'string?',
};

/** A body by value alone. */
export function inlineBody(json: string): VersionBody {
  return { address: '', sizeBytes: Buffer.byteLength(json), inlineJson: json };
}
