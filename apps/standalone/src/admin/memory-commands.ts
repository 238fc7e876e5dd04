import { organizationTenant } from '@svc/kernel';
import type { Command } from 'commander';
import type { Configuration } from '../configuration.js';
import { withRunningServices } from './running-services.js';

/** What `retract` can be told, and how the service calls the ids of such things. */
const retractable = [
  ['conversation', 'conversationId', 'all that was remembered of conversations'],
  ['message', 'messageId', 'whatever rests on messages'],
  ['memory', 'memoryId', 'memories'],
] as const;

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

  const retract = memory
    .command('retract')
    .description('take back what is remembered: nothing shows it or rests on it any more');
  for (const [thing, $case, what] of retractable)
    retract
      .command(`${thing} <org_id> <ids...>`)
      .description(`take back ${what}; the user models become what they would be without it`)
      .action((orgId: string, ids: readonly string[]) =>
        withRunningServices(configuration, async ({ memoryAdmin }) => {
          const tenantId = organizationTenant(orgId);
          for (const id of ids) {
            const { memoryIds } = await memoryAdmin.retractMemories({
              tenantId,
              retracted: { $case, value: id },
            });
            console.log(JSON.stringify({ [`${thing}_id`]: id, retracted: memoryIds }));
          }
        }),
      );
}
