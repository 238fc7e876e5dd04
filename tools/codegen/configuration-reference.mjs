// Writes docs/configuration.md from the schemas of the apps: node tools/codegen/configuration-reference.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import '../../test/support/source-loader.mjs';
import { root } from '../workspace/packages.mjs';

/** Of the programs, in the order of the page. */
const programs = {
  standalone: 'everything in one process: `npm start`, and `npm run admin`',
  distributed:
    'each service as a process of its own: `npm run distributed`. What it does not read itself goes on to the services',
  gateway: 'the HTTP API',
  identity: 'organizations, users, roles, keys, tokens',
  agents: 'agents, context graphs, services',
  conversations: 'conversations and their turns',
  memory: 'memories and user models',
  webhooks: 'webhook destinations and deliveries',
};

/** @returns {Promise<string>} the whole page */
export async function configurationReference() {
  const { configReference } = await import('@svc/config');
  const sections = [];
  for (const [name, purpose] of Object.entries(programs)) {
    // The command line reads the same as the standalone.
    const folder = name === 'standalone' ? 'libs/installation' : `apps/${name}`;
    const file = path.join(root, folder, 'src/configuration.ts');
    const { configuration } = await import(pathToFileURL(file).href);
    const rows = configReference(configuration).map(
      ({ key, description, required, defaultValue }) =>
        `| \`${key}\` | ${required ? '**required**' : shown(key, defaultValue)} | ${description.replaceAll('|', '\\|')} |`,
    );
    sections.push(
      `## ${name}\n\n${purpose}\n\n| variable | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`,
    );
  }
  return `# Configuration

Written by \`npm run codegen\` from the schemas of the apps; a test compares them. An empty variable counts as not set, except where its meaning says otherwise. A wrong one stops the start with a line that names it; of a misspelt \`SVC_…\` one the start says what was probably meant.

Of all processes: \`SVC_TRACES=on\` or \`OTEL_EXPORTER_OTLP_ENDPOINT\` switches traces on; the other \`OTEL_EXPORTER_OTLP_*\` variables are those of OpenTelemetry.

${sections.join('\n')}`;
}

/** Some defaults are of this machine. */
function shown(key, value) {
  if (key === 'SVC_DATA_DIR') return '`.svc`';
  if (key === 'SVC_INSTANCE') return "the machine's name";
  return value === undefined ? '' : `\`${value}\``;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = path.join(root, 'docs/configuration.md');
  const page = await configurationReference();
  if (readFileSync(file, 'utf8') !== page) {
    writeFileSync(file, page);
    console.log('Wrote docs/configuration.md');
  }
}
