import type { Decider, DomainEvent, Timed } from '@svc/kernel';

export interface TestCredentials {
  readonly workspaceId: string;
  readonly credentialIds: readonly string[];
  /** Of the event in the workspace's own stream. */
  readonly sourceVersion: number;
}

export type TestCredentialsEvent = DomainEvent<'TestCredentialsKnown', TestCredentials>;
export type NoteTestCredentials = { readonly type: 'NoteTestCredentials' } & TestCredentials;

/** The credentials that a workspace is tried with: a repeated or older list changes nothing. Null: none was ever named. */
export const testCredentialsDecider: Decider<
  TestCredentials | null,
  NoteTestCredentials & Timed,
  TestCredentialsEvent
> = {
  initialState: null,
  decide: (state, { workspaceId, credentialIds, sourceVersion }) =>
    sourceVersion <= (state?.sourceVersion ?? 0)
      ? []
      : [{ type: 'TestCredentialsKnown', data: { workspaceId, credentialIds, sourceVersion } }],
  evolve: (_state, { data }) => data,
};
