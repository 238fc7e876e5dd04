// Generates the Prisma client of a context: node tools/codegen/prisma.mjs libs/identity
// It goes to src/projections/gen, as the schema's generator block says. Only generation is used: migrations are SQL.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const project = process.argv[2];
if (!project) {
  console.error('Name a context: node tools/codegen/prisma.mjs libs/identity');
  process.exit(1);
}

const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [
    createRequire(import.meta.url).resolve('prisma/build/index.js'),
    'generate',
    '--schema',
    path.join(project, 'prisma/schema.prisma'),
  ],
  {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      // Prisma wants to download this binary for every command. Generation does not need it, and a file that fails is
      // safer than one that succeeds: `migrate` would then report success without doing anything.
      PRISMA_SCHEMA_ENGINE_BINARY:
        process.platform === 'win32' ? path.join(root, 'package.json') : '/bin/false',
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  },
);
if (status !== 0) {
  console.error(`${stdout}${stderr}`.trim());
  process.exitCode = 1;
}
