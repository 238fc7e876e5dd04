import { Command, CommanderError } from 'commander';
import { addChatCommand } from './commands/chat.js';
import { addCompletionCommands } from './commands/completion.js';
import { addConversationCommands } from './commands/conversations.js';
import { addDefinitionCommands } from './commands/definitions.js';
import { addGraphDrawing } from './commands/graph-drawing.js';
import { addKeyCommands } from './commands/keys.js';
import { addListCommands } from './commands/lists.js';
import { addOpenApiCommand } from './commands/openapi.js';
import { addProfileCommands } from './commands/profiles.js';
import { addRequestAccessCommand } from './commands/request-access.js';
import { addSimulateCommand } from './commands/simulate.js';
import { addTableQuery } from './commands/table-query.js';
import { addWebhookCommands } from './commands/webhooks.js';
import { addWhoamiCommands } from './commands/whoami.js';
import { endingOf, exitCodes } from './exit-codes.js';
import { Session, type CliOptions, type GlobalOptions } from './session.js';

const commands = [
  addProfileCommands,
  addWhoamiCommands,
  addChatCommand,
  addSimulateCommand,
  addConversationCommands,
  addListCommands,
  addDefinitionCommands,
  addGraphDrawing,
  addKeyCommands,
  addTableQuery,
  addRequestAccessCommand,
  addWebhookCommands,
  addOpenApiCommand,
  addCompletionCommands,
];

const codes = `
Exit codes: 0 done, 1 failed, 2 wrong usage or settings, 3 not allowed, 4 not found, 5 refused, 6 not available.
Settings: a profile, or SVC_URL, SVC_WORKSPACE_ID, SVC_WORKSPACE_API_KEY; and for an organization SVC_ORG_ID, API_KEY, API_KEY_ID, API_KEY_USER_ID.`;

/**
 * Runs one command in this process: `runCli(['whoami'], { … })`.
 * @returns the exit code; errors go to standard error
 */
export async function runCli(words: readonly string[], options: CliOptions): Promise<number> {
  const { stdout, stderr } = options;
  const program = new Command('svc')
    .description('Agents, their conversations, and what is remembered, from a terminal.')
    .option('--json', 'print JSON')
    .option('--profile <name>', 'a saved profile, instead of the current one')
    .option('--user <id>', 'act for a user of the organization (needs API-key mode)')
    .showHelpAfterError()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .addHelpText('after', codes)
    .exitOverride();
  const session = new Session(options, () => program.opts<GlobalOptions>());
  program.hook('preAction', () => session.checkGlobals());
  for (const add of commands) add(program, session);
  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // commander has said what is wrong, or shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const { code, sentence } = endingOf(error);
    session.note(sentence);
    return code;
  }
}
