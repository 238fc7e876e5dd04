import type { TestCredentialIdsSet } from '@svc/contracts/identity';
import { identityEvents } from '@svc/contracts/public-events';
import { causedBy, type EffectHandling, type ReceivedEvent } from '@svc/event-bus';
import { EventController, On } from '@svc/event-bus/nest';
import { workspaceOf } from '@svc/kernel';
import { KnownTestCredentials } from '../application/test-credentials.js';

/** Knows the credentials that workspaces are tried with. */
@EventController('test-credentials')
export class TestCredentialsController {
  constructor(private readonly credentials: KnownTestCredentials) {}

  @On(identityEvents.TestCredentialIdsSet)
  async changed(event: ReceivedEvent<TestCredentialIdsSet>, { tx }: EffectHandling): Promise<void> {
    const { tenantId, data, streamVersion: sourceVersion } = event;
    const workspaceId = workspaceOf(tenantId);
    if (workspaceId === null) return;
    const { credentialIds } = data;
    const command = { type: 'NoteTestCredentials', workspaceId, credentialIds, sourceVersion } as const;
    const metadata = causedBy(event, 'service:world');
    await this.credentials.change({ tenantId, id: workspaceId, metadata, tx }, () => command);
  }
}
