import { organizationTenant } from '@svc/kernel';
import { InvalidArgumentError, type Command } from 'commander';
import { reextractMemories, type ReextractionOptions } from './memory-reextraction.js';
import { withRunningServices } from './running-services.js';
import type { Session } from './session.js';

/** The kinds of ids that `retract` takes, and their names in the service. */
const retractable = [
  ['conversation', 'conversationId', 'all that was remembered of conversations'],
  ['message', 'messageId', 'whatever rests on messages'],
  ['memory', 'memoryId', 'memories'],
] as const;

/** Commands on memories of finished conversations. They call the running services. */
export function addMemoryCommands(program: Command, session: Session): void {
  const memory = program.command('memory').description('what is made of finished conversations');

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
    .description('have the stage tried again that has failed')
    .action((orgId: string, conversationId: string) =>
      withRunningServices(session, async ({ memoryAdmin }) => {
        await memoryAdmin.retryPostProcessing({ tenantId: organizationTenant(orgId), conversationId });
        session.tell(`${conversationId} is tried again.`);
      }),
    );

  memory
    .command('reextract')
    .description(
      'have past conversations read again by the extractor of now, where another one has read them; shows what would change',
    )
    .option('--apply', 'change it', false)
    .option('--words', 'show what is remembered of people, which is personal, and not counts alone', false)
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
    .description('take back what is remembered: nothing shows it or rests on it any more');
  for (const [thing, $case, what] of retractable) {
    const command = retract
      .command(`${thing} <org_id> <ids...>`)
      .description(`take back ${what}; the user models become what they would be without it`)
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
      command.option(
        '--conversation <id>',
        'where they were said: then also before anything is remembered of them',
      );
  }
}

function parallelOf(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= 8) return count;
  throw new InvalidArgumentError('1 to 8.');
}
