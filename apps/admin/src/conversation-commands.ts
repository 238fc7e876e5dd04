import { historyWarning, RecordHistory, type WrittenKey } from '@svc/conversations';
import { DomainError } from '@svc/errors';
import type { LocalServices } from '@svc/installation';
import { organizationTenant } from '@svc/kernel';
import type { Command } from 'commander';
import { costReport } from './cost-report.js';
import { addReplayCommands } from './replay-commands.js';
import { withRunningServices } from './running-services.js';
import type { Session } from './session.js';
import { withConversations } from './started-contexts.js';

/** Commands on conversations. */
export function addConversationCommands(program: Command, session: Session): void {
  const conversations = program
    .command('conversations')
    .description('the turns of conversations, and their cost');

  conversations
    .command('cost <org_id> <conversation_id>')
    .description(
      'the cost of the model calls of a conversation, by model: tokens as providers counted them, US dollars by the configured prices. Calls the running services',
    )
    .action((orgId: string, conversationId: string) =>
      withRunningServices(session, async ({ conversationsAdmin }) => {
        const request = { tenantId: organizationTenant(orgId), conversationId };
        const { models } = await conversationsAdmin.getConversationCost(request);
        session.print(costReport(conversationId, models));
      }),
    );

  conversations
    .command('open-tool-calls <tenant>')
    .description(
      'the calls of tools that run, or whose outcome is unknown, the oldest first. `tenant`: org:<id> or ws:<id>. Calls the running services',
    )
    .action((tenantId: string) =>
      withRunningServices(session, async ({ conversationsAdmin }) => {
        const { calls } = await conversationsAdmin.listOpenToolCalls({ tenantId });
        for (const call of calls) session.tell(JSON.stringify(call));
      }),
    );

  conversations
    .command('settle-tool-call <tenant> <conversation_id> <call_id> <status> [note]')
    .description(
      'say what became of a call whose outcome is unknown: ended, failed or not-called, and in a note what was found out. Calls the running services',
    )
    .action((tenantId: string, conversationId: string, callId: string, status: string, note?: string) =>
      withRunningServices(session, async ({ conversationsAdmin }) => {
        await conversationsAdmin.settleToolCall({
          tenantId,
          conversationId,
          callId,
          status,
          note: note ?? '',
        });
      }),
    );

  conversations
    .command('record-history <org_id> <conversation_id>')
    .description(
      'print a conversation with all that a replay of its turns needs, including its data key, for the tests of later releases. ONLY FOR INVENTED PERSONS. With the embedded database, stop the standalone first',
    )
    .action((orgId: string, conversationId: string) => recordHistory(session, orgId, conversationId));

  addReplayCommands(conversations, session);
}

async function recordHistory(session: Session, orgId: string, conversationId: string): Promise<void> {
  await withConversations(session, async (conversations, services) => {
    const { history, replays } = await conversations.get(RecordHistory).execute({
      tenantId: organizationTenant(orgId),
      conversationId,
      keyOf: (subject) => writtenKey(services, subject),
    });
    const diverged = replays.filter(({ outcome }) => outcome === 'diverged').length;
    if (diverged > 0) {
      session.warn(`${diverged} of ${replays.length} replayed turns differ.`);
      session.fail();
    }
    session.tell(JSON.stringify(history, null, 2));
    session.warn(historyWarning);
  });
}

async function writtenKey({ clients }: LocalServices, subject: string): Promise<WrittenKey> {
  const { keys } = await clients.dataKeys.getKeys({ subjects: [subject] });
  const key = keys[0]?.key;
  if (key === undefined) throw new DomainError('not_found', 'This belongs to a person who was deleted.');
  return { id: key.id, secret: Buffer.from(key.secret).toString('base64') };
}
