import type { DynamicModule } from '@nestjs/common';
import { identityContext } from '@svc/identity';
import type { LocalServices } from '@svc/installation';
import { startContext, type Platform } from '@svc/service-host';

export interface ServedIdentity {
  readonly services: LocalServices;
  readonly module: DynamicModule;
  readonly platform: Platform;
}

const answersWithinMs = 500;

/** Whether the installation runs. */
export function isServed({ clients }: LocalServices): Promise<boolean> {
  return clients.identityAdmin.waitUntilReady(answersWithinMs).then(
    () => true,
    () => false,
  );
}

/**
 * For work that needs identity's keys to read sealed data: uses the running identity, or starts one for the time of the
 * work.
 */
export async function withServedIdentity(
  { services, module, platform }: ServedIdentity,
  work: () => Promise<void>,
): Promise<void> {
  if (await isServed(services)) return work();
  const address = services.addressOf('identity');
  const identity = await startContext({ context: identityContext, module, platform, address, bus: 'idle' });
  try {
    await work();
  } finally {
    await identity.stop(0);
  }
}
