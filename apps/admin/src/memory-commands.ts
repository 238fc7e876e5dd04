import { organizationTenant } from '@svc/kernel';
import { InvalidArgumentError, type Command } from 'commander';
import { reextractMemories, type ReextractionOptions } from './memory-reextraction.js';
import { withRunningServices } from './running-services.js';
import type { Session } from './session.js';

/** The kinds of ids that `retract` takes, and their names in the service. */
const retractable = [
  ['conversation', 'conversationId', 'all memories of conversations'],
  ['message', 'messageId', 'all that depends on messages'],
  ['memory', 'memoryId', 'memories'],
] as const;

/** Commands on memories of finished conversations. They call the running services. */
export function addMemoryCommands(program: Command, session: Session): void {
  const memory = program.command('memory').description('memories of finished conversations');

  memory
    .command('failed')
    .description('list the conversations whose post-processing has failed, the oldest failure first')
    .action(() =>
      withRunningServices(session, async ({ memoryAdmin }) => {
        const { failed } = await memoryAdmin.listFailedPostProcessings({});
        for (const { failedAtMs, ...rest } of failed)
          session.tell(JSON.stringify({ ...rest, failedAt: new Date(failedAtMs).toISOString() }));
      }),
    );

  memory
    .command('retry <org_id> <conversation_id>')
    .description('retry the failed stage')
    .action((orgId: string, conversationId: string) =>
      withRunningServices(session, async ({ memoryAdmin }) => {
        await memoryAdmin.retryPostProcessing({ tenantId: organizationTenant(orgId), conversationId });
        session.tell(`${conversationId} is tried again.`);
      }),
    );

  memory
    .command('reextract')
    .description(
      'read past conversations again with the current extractor, if another one has read them; shows what would change',
    )
    .option('--apply', 'make the changes', false)
    .option('--words', 'show the memories, which are personal data, instead of counts', false)
    .option('--parallel <count>', 'conversations that are read at the same time, 1 to 8', parallelOf, 2)
    .action((options: ReextractionOptions) =>
      withRunningServices(session, async ({ memoryAdmin }) => {
        const failed = await reextractMemories(memoryAdmin, options, {
          report: (line) => session.tell(JSON.stringify(line)),
          progress: (line) => session.warn(line),
        });
        if (failed > 0) session.fail();
      }),
    );

  addRetractCommands(memory, session);
}

function addRetractCommands(memory: Command, session: Session): void {
  const retract = memory
    .command('retract')
    .description('retract memories: nothing shows them or depends on them any more');
  for (const [thing, $case, what] of retractable) {
    const command = retract
      .command(`${thing} <org_id> <ids...>`)
      .description(`retract ${what}; user models become what they would be without them`)
      .action((orgId: string, ids: readonly string[], { conversation = '' }: { conversation?: string }) =>
        withRunningServices(session, async ({ memoryAdmin }) => {
          const tenantId = organizationTenant(orgId);
          for (const id of ids) {
            const { memoryIds } = await memoryAdmin.retractMemories({
              tenantId,
              retracted: { $case, value: id },
              conversationOfMessage: conversation,
            });
            session.tell(JSON.stringify({ [`${thing}_id`]: id, retracted: memoryIds }));
          }
        }),
      );
    if (thing === 'message')
      command.option('--conversation <id>', 'of the messages: then also before memories are made of them');
  }
}

function parallelOf(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= 8) return count;
  throw new InvalidArgumentError('1 to 8.');
}
