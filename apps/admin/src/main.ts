import { ConfigError, loadConfig } from '@svc/config';
import { DomainError, StartupError } from '@svc/errors';
import { configuration as schema, warningsAbout } from '@svc/installation';
import { Command } from 'commander';
import { addBusCommands } from './bus-commands.js';
import { addConversationCommands } from './conversation-commands.js';
import { addEventCommands } from './event-commands.js';
import { addKafkaCommands } from './kafka-commands.js';
import { addKeyCommands } from './key-commands.js';
import { addMemoryCommands } from './memory-commands.js';
import { addOrganizationCommands } from './organization-commands.js';
import { addPrivacyCommands } from './privacy-commands.js';
import { addReadModelCommands } from './read-model-commands.js';
import { addWorkspaceCommands } from './workspace-commands.js';

/** The operator's command line: `npm run admin -- <command>`. It works on the installation of SVC_DATA_DIR. */
const program = new Command('npm run admin --')
  .description('For the operator of an installation (SVC_DATA_DIR, DATABASE_URL as for npm start).')
  .showHelpAfterError()
  .configureHelp({ showGlobalOptions: true });

try {
  const configuration = loadConfig(schema, process.env);
  for (const warning of warningsAbout(process.env)) console.error(warning);
  addEventCommands(program, configuration);
  addBusCommands(program, configuration);
  addReadModelCommands(program, configuration);
  addConversationCommands(program, configuration);
  addKafkaCommands(program, configuration);
  addKeyCommands(program, configuration);
  addMemoryCommands(program, configuration);
  addOrganizationCommands(program, configuration);
  addPrivacyCommands(program, configuration);
  addWorkspaceCommands(program, configuration);
  await program.parseAsync();
} catch (failure) {
  const isExpected =
    failure instanceof StartupError || failure instanceof ConfigError || failure instanceof DomainError;
  console.error(isExpected ? failure.message : failure);
  process.exitCode = 1;
}
