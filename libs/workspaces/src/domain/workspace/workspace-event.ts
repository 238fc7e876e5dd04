import type { DomainEvent } from '@svc/kernel';

export type WorkspaceEvent =
  | DomainEvent<
      'WorkspaceCreated',
      {
        /** UUID. */
        readonly workspaceId: string;
        readonly orgId: string;
        /** A user of that organization. */
        readonly ownerUserId: string;
        readonly slug: string;
        readonly name: string;
        readonly environment: string;
        readonly region: string;
        readonly createdAtMs: number;
      }
    >
  | DomainEvent<
      'WorkspaceChanged',
      {
        /** Null: unchanged. */
        readonly name: string | null;
        readonly environment: string | null;
        readonly connectorType: string | null;
        readonly changedAtMs: number;
      }
    >
  | DomainEvent<'PlatformAuthoringSet', { readonly enabled: boolean; readonly changedAtMs: number }>
  | DomainEvent<'WorkspaceOwnerChanged', { readonly ownerUserId: string; readonly changedAtMs: number }>
  | DomainEvent<'WorkspaceProvisioned', { readonly provisionedAtMs: number }>
  | DomainEvent<'TestCallerNumbersSet', { readonly numbers: readonly string[]; readonly changedAtMs: number }>
  | DomainEvent<
      'TestCredentialIdsSet',
      { readonly credentialIds: readonly string[]; readonly changedAtMs: number }
    >
  | DomainEvent<'WorkspaceArchived', { readonly archivedAtMs: number }>;
