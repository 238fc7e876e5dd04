import type { Decider, DomainEvent, Timed } from '@svc/kernel';

/** Who changed what and when: nothing of the content. */
export interface AuditedChange {
  /** Id of the event that tells of it. */
  readonly auditId: string;
  /** As `agent.updated`. */
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string;
  /** As in events' metadata: `user:<id>`, `api_key:<credential id>`, `installer`, `service:<name>`. */
  readonly actor: string;
  readonly requestId: string;
  readonly changedAtMs: number;
  /** Of the event in its own stream. */
  readonly sourceVersion: number;
}

export type AuditedResourceEvent = DomainEvent<'ChangeAudited', AuditedChange>;
export interface AuditChange {
  readonly type: 'AuditChange';
  readonly change: AuditedChange;
}

/** Null: nothing of it has been audited. */
export type AuditedResourceState = { readonly sourceVersion: number } | null;

/** Changes come in the order of their stream: one that comes again is not audited twice. */
export const auditedResourceDecider: Decider<
  AuditedResourceState,
  AuditChange & Timed,
  AuditedResourceEvent
> = {
  initialState: null,
  decide: (state, { change }) =>
    change.sourceVersion <= (state?.sourceVersion ?? 0) ? [] : [{ type: 'ChangeAudited', data: change }],
  evolve: (_state, { data: { sourceVersion } }) => ({ sourceVersion }),
};
