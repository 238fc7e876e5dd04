import { organizationTenant } from '@svc/kernel';
import type { Command } from 'commander';
import type { Configuration } from '../configuration.js';
import { withRunningServices } from './running-services.js';

/** Commands on what is made of finished conversations. They ask the running services. */
export function addMemoryCommands(program: Command, configuration: Configuration): void {
  const memory = program.command('memory').description('what is made of finished conversations');

  memory
    .command('failed')
    .description('list the conversations whose post-processing has failed, the oldest failure first')
    .action(() =>
      withRunningServices(configuration, async ({ memoryAdmin }) => {
        const { failed } = await memoryAdmin.listFailedPostProcessings({});
        for (const { failedAtMs, ...rest } of failed)
          console.log(JSON.stringify({ ...rest, failedAt: new Date(failedAtMs).toISOString() }));
      }),
    );

  memory
    .command('retry <org_id> <conversation_id>')
    .description('have the stage tried again that has failed')
    .action((orgId: string, conversationId: string) =>
      withRunningServices(configuration, async ({ memoryAdmin }) => {
        await memoryAdmin.retryPostProcessing({ tenantId: organizationTenant(orgId), conversationId });
        console.log(`${conversationId} is tried again.`);
      }),
    );
}
