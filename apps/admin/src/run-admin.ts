import { ConfigError, loadConfig, type Environment } from '@svc/config';
import { DomainError, StartupError } from '@svc/errors';
import { configuration as schema, warningsAbout } from '@svc/installation';
import { Command, CommanderError } from 'commander';
import { addBusCommands } from './bus-commands.js';
import { addConversationCommands } from './conversation-commands.js';
import { addEventCommands } from './event-commands.js';
import { addKafkaCommands } from './kafka-commands.js';
import { addKeyCommands } from './key-commands.js';
import { addMemoryCommands } from './memory-commands.js';
import { addOrganizationCommands } from './organization-commands.js';
import { addPrivacyCommands } from './privacy-commands.js';
import { addReadModelCommands } from './read-model-commands.js';
import { Session, type Output } from './session.js';
import { addWorkspaceCommands } from './workspace-commands.js';

const commands = [
  addEventCommands,
  addBusCommands,
  addReadModelCommands,
  addConversationCommands,
  addKafkaCommands,
  addKeyCommands,
  addMemoryCommands,
  addOrganizationCommands,
  addPrivacyCommands,
  addWorkspaceCommands,
];

export interface AdminOptions {
  /** SVC_DATA_DIR and DATABASE_URL name the installation, as for `npm start`. */
  readonly environment: Environment;
  readonly stdout: Output;
  readonly stderr: Output;
}

/**
 * Runs one command of the installer's command line in this process: `runAdmin(['events', 'verify'], { … })`.
 * @returns the exit code; errors go to standard error.
 */
export async function runAdmin(words: readonly string[], options: AdminOptions): Promise<number> {
  const { environment, stderr } = options;
  try {
    const session = new Session({ ...options, configuration: loadConfig(schema, environment) });
    for (const warning of warningsAbout(environment)) session.warn(warning);
    await programOf(session, options).parseAsync(words, { from: 'user' });
    return session.exitCode;
  } catch (error) {
    // commander's own messages about wrong arguments.
    if (error instanceof CommanderError) return error.exitCode;
    stderr.write(`${sentenceOf(error)}\n`);
    return 1;
  }
}

function programOf(session: Session, { stdout, stderr }: AdminOptions): Command {
  const program = new Command('npm run admin --')
    .description('For the installer (SVC_DATA_DIR, DATABASE_URL as for npm start).')
    .showHelpAfterError()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .exitOverride();
  for (const add of commands) add(program, session);
  return program;
}

function sentenceOf(error: unknown): string {
  const isExpected =
    error instanceof StartupError || error instanceof ConfigError || error instanceof DomainError;
  if (isExpected) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
