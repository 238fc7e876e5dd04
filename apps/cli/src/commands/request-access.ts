import type { Command } from 'commander';
import { UsageError } from '../exit-codes.js';
import type { Session } from '../session.js';
import { apiKeyMode } from '../settings/clients.js';

interface AccessOptions {
  readonly justification: string;
  readonly duration: string;
  readonly owner?: string;
}

/** Interface spec, "Role-based access control": three grants for one conversation owner. */
const permissions = [
  'Conversation:GetConversation',
  'Conversation:GetMessage',
  'Conversation:GetInteractionInsights',
] as const;

export function addRequestAccessCommand(program: Command, session: Session): void {
  program
    .command('request-access <conversation>')
    .description(
      "let yourself read an organization's conversation for a while (id or URL); the reason is recorded",
    )
    .requiredOption('--justification <text>', 'why, in 10 characters or more')
    .option('--duration <duration>', 'for how long, as ISO 8601 has it', 'PT2H')
    .option('--owner <user>', 'whose conversation it is, where you cannot list it')
    .action((conversation: string, options: AccessOptions) => requestAccess(session, conversation, options));
}

async function requestAccess(
  session: Session,
  conversation: string,
  { justification, duration, owner }: AccessOptions,
): Promise<void> {
  const classic = session.classic();
  const userId =
    session.globals().user ?? apiKeyMode(session.io.environment)?.user_id ?? session.profile().user_id;
  if (userId === undefined)
    throw new UsageError('This needs the user (API_KEY_USER_ID), or a profile that has it.');
  const ownerId = owner ?? (await ownerOf(classic, conversation));
  const granted: object[] = [];
  for (const permission_name of permissions) {
    granted.push(
      await classic.roles.createTemporaryGrant({
        user_id: userId,
        ...{ duration, justification },
        permission_grant: {
          permission_name,
          conditions: {
            conversation_user_id: { type: 'Equals', value: ownerId },
            org_id: { type: 'Equals', value: classic.org },
          },
        },
      }),
    );
    session.note(`${permission_name}: granted for ${duration}`);
  }
  if (session.isJson) session.show(granted);
}

async function ownerOf(classic: ReturnType<Session['classic']>, conversation: string): Promise<string> {
  const [id] = conversation.match(/[a-f0-9]{24}/g)?.slice(-1) ?? [];
  if (id === undefined) throw new UsageError(`"${conversation}" holds no id of a conversation.`);
  const { conversations } = await classic.conversations.list({ id: [id], limit: 1 });
  const [found] = conversations;
  if (found !== undefined) return found.user_id;
  throw new UsageError('There is no such conversation that you can list: say whose it is with --owner.');
}
