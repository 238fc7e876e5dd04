import { spawnSync } from 'node:child_process';
import { root } from '../workspace/packages.mjs';

const boundary = '@nx/enforce-module-boundaries';
const imports = 'no-restricted-imports';
const use = (name) => `import { x } from '${name}';\nexport const y: unknown = x;\n`;

/** One for each rule: `file` must not contain `text`. The files exist, so their project is known. */
const forbidden = [
  ['kernel imports an adapter', boundary, 'libs/kernel/src/clock.ts', use('@svc/postgres')],
  ['kernel imports a context', boundary, 'libs/auth/src/grant.ts', use('@svc/identity')],
  ['an adapter imports a context', boundary, 'libs/rpc/src/index.ts', use('@svc/agents')],
  [
    'an adapter imports an app',
    boundary,
    'libs/http/src/index.ts',
    use('../../../apps/standalone/src/main.js'),
  ],
  ['a context imports another context', boundary, 'libs/conversations/src/index.ts', use('@svc/identity')],
  ['a part of a context imports its context', boundary, 'libs/workspaces/src/index.ts', use('@svc/identity')],
  ['a context imports a part of another', boundary, 'libs/memory/src/index.ts', use('@svc/privacy')],
  ['the gateway imports a context', boundary, 'libs/gateway/src/index.ts', use('@svc/conversations')],
  [
    'an app of one context imports another context',
    boundary,
    'apps/identity/src/main.ts',
    use('@svc/agents'),
  ],
  [
    'code other than tests imports the test library',
    boundary,
    'libs/identity/src/index.ts',
    use('@svc/testing'),
  ],
  [
    'a relative import leaves the package',
    boundary,
    'libs/agents/src/index.ts',
    use('../../kernel/src/clock.js'),
  ],
  [
    'a domain imports an adapter library',
    imports,
    'libs/agents/src/domain/author.ts',
    use('@svc/event-store'),
  ],
  ['a domain imports a framework', imports, 'libs/agents/src/domain/author.ts', use('@nestjs/common')],
  ['a domain imports I/O', imports, 'libs/agents/src/domain/author.ts', use('node:fs')],
  [
    'a domain imports what stands around it',
    imports,
    'libs/agents/src/domain/author.ts',
    use('../projections/x.js'),
  ],
  [
    'a domain takes random values',
    imports,
    'libs/agents/src/domain/author.ts',
    "import { randomUUID } from 'node:crypto';\nexport const id = randomUUID();\n",
  ],
  ['the engine imports a model provider', imports, 'libs/engine/src/turn/move.ts', use('@ai-sdk/provider')],
  [
    'a domain reads the clock',
    'no-restricted-properties',
    'libs/agents/src/domain/author.ts',
    'export const now = Date.now();\n',
  ],
  [
    'a domain makes the current date',
    'no-restricted-syntax',
    'libs/agents/src/domain/author.ts',
    'export const now = new Date();\n',
  ],
  [
    'a domain waits',
    'no-restricted-globals',
    'libs/agents/src/domain/author.ts',
    'setTimeout(() => undefined, 1);\n',
  ],
  [
    'a permission is judged in the mapping of an RPC',
    imports,
    'libs/agents/src/rpc/installer.ts',
    "import { requirePermission } from '@svc/auth';\nexport const judge = requirePermission;\n",
  ],
  [
    'a test of the whole system imports a context',
    imports,
    'test/support/client.ts',
    use('@svc/conversations'),
  ],
  ['the SDK imports a package', imports, 'libs/sdk/src/index.ts', use('zod')],
  ['the SDK imports what only Node has', imports, 'libs/sdk/src/index.ts', use('node:crypto')],
  ['the SDK imports its part for Node', imports, 'libs/sdk/src/index.ts', use('./node/index.js')],
  [
    'the SDK uses what only Node has',
    'no-restricted-globals',
    'libs/sdk/src/index.ts',
    'export const x = process.env;\n',
  ],
  [
    'a package exports everything',
    'no-restricted-syntax',
    'libs/agents/src/index.ts',
    "export * from './domain/author.js';\n",
  ],
  [
    'a value has the type any',
    '@typescript-eslint/no-explicit-any',
    'libs/agents/src/index.ts',
    'export const x: any = 1;\n',
  ],
];
const allowed = [
  ['a context imports an adapter', 'libs/identity/src/index.ts', use('@svc/postgres')],
  ['a context imports a part of its own', 'libs/identity/src/index.ts', use('@svc/privacy')],
  [
    'a domain imports the kernel',
    'libs/agents/src/domain/author.ts',
    "import type { Clock } from '@svc/kernel';\nexport type C = Clock;\n",
  ],
  ["the SDK's part for Node imports that", 'libs/sdk/src/node/index.ts', use('node:crypto')],
  ['a test imports the test library', 'libs/agents/src/domain/agent/agent.unit.spec.ts', use('@svc/testing')],
];

function lint(samples) {
  const input = JSON.stringify(samples.map(([file, text]) => ({ file, text })));
  const { stdout, stderr, status } = spawnSync(process.execPath, ['tools/lint/lint-samples.mjs'], {
    cwd: root,
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('module boundaries', () => {
  let messages;
  let clean;

  beforeAll(() => {
    const results = lint(
      [...forbidden, ...allowed.map((sample) => [undefined, ...sample])].map((sample) => sample.slice(-2)),
    );
    messages = results.slice(0, forbidden.length);
    clean = results.slice(forbidden.length);
  });

  test.each(forbidden.map(([name, rule], index) => [name, rule, index]))(
    '%s: lint fails (%s)',
    (_name, rule, index) => {
      expect(messages[index].map(({ ruleId }) => ruleId)).toContain(rule);
    },
  );

  test.each(allowed.map(([name], index) => [name, index]))('%s: no boundary is broken', (_name, index) => {
    const broken = clean[index].filter(({ ruleId }) => ruleId === boundary || ruleId === imports);
    expect(broken).toEqual([]);
  });
});
