import { defineConfig } from 'eslint/config';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

const contexts = [
  'identity',
  'agents',
  'conversations',
  'memory',
  'webhooks',
  'world',
  'escalations',
  'voice',
  'gateway',
];

/** Which packages may depend on which (docs/architecture.md). Tags stand in each package.json. */
const layers = [
  { sourceTag: 'type:kernel', onlyDependOnLibsWithTags: ['type:kernel'] },
  { sourceTag: 'type:adapter', onlyDependOnLibsWithTags: ['type:kernel', 'type:adapter'] },
  // What customers install knows nothing of the server.
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:client'] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:kernel', 'type:adapter'] },
  // A context never depends on another one: only apps compose contexts. It may have parts in libs of their own, of its
  // scope, which do not know it.
  {
    sourceTag: 'type:context',
    onlyDependOnLibsWithTags: ['type:kernel', 'type:adapter', 'type:context-part'],
  },
  { sourceTag: 'type:context-part', onlyDependOnLibsWithTags: ['type:kernel', 'type:adapter'] },
  {
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: [
      'type:kernel',
      'type:adapter',
      'type:context',
      'type:context-part',
      'type:composition',
    ],
  },
  // What programs that compose all contexts have in common.
  {
    sourceTag: 'type:composition',
    onlyDependOnLibsWithTags: [
      'type:kernel',
      'type:adapter',
      'type:context',
      'type:context-part',
      'type:composition',
    ],
  },
];
const scopes = [
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:sdk', onlyDependOnLibsWithTags: ['scope:sdk'] },
  ...contexts.map((name) => ({
    sourceTag: `scope:${name}`,
    onlyDependOnLibsWithTags: [`scope:${name}`, 'scope:shared'],
  })),
];
const boundaries = (constraints) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      enforceBuildableLibDependency: false,
      allow: [],
      // Its own tests use the test databases, which stand on it.
      ignoredCircularDependencies: [['postgres', 'testing']],
      depConstraints: constraints,
    },
  ],
});
/** Tests may also use the test library. */
const withTesting = (constraints) =>
  constraints.map((constraint) => ({
    ...constraint,
    onlyDependOnLibsWithTags: [...constraint.onlyDependOnLibsWithTags, 'type:testing'],
  }));

const explicitExports = {
  selector: 'ExportAllDeclaration',
  message: 'Export explicit names: what a package offers is then visible, and stays small.',
};
/** Words that `docs/glossary.md` has retired, where a name can't mean anything else. */
const glossary = [
  {
    selector:
      'Identifier[name=/^([Rr]equester(Of|Key)?|WorkspaceRequester|HeardInput|\\w+(To|From)Message|(Model|Turn|Network|Outgoing)Failure|longest[A-Z]\\w*Ms|most[A-Z]\\w*(Bytes|Characters))$/]',
    message: 'Say it with the word of docs/glossary.md.',
  },
  {
    selector:
      ":matches(PropertyDefinition, MethodDefinition[kind!='constructor'], AccessorProperty)[accessibility='private']",
    message: 'Private members are `#name`.',
  },
];
/** What makes a function impure. Its value has to come in as an argument. */
const impure = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'The time comes in as an argument (Clock).',
  },
];

const specs = ['**/*.spec.ts', 'libs/*/test/**/*.ts', 'apps/*/test/**/*.ts'];

/** What pure code may import, and what else it may not. */
function pureImports(...further) {
  return {
    patterns: [
      {
        regex: '^(?!\\.|@svc/(kernel|errors|auth|engine|patterns)$|node:crypto$|zod$)',
        message: 'Pure code imports pure code alone: itself, kernel, errors, auth, engine and patterns.',
      },
      ...further,
    ],
    paths: [
      {
        name: 'node:crypto',
        allowImportNames: ['createHash', 'hash'],
        message: 'Hashing is pure; random values and keys come in as arguments.',
      },
    ],
  };
}

export default defineConfig([
  {
    ignores: [
      '**/dist',
      '**/out-tsc',
      '**/gen',
      '**/node_modules',
      '.nx',
      '.svc',
      '**/templates',
      'test-results',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.spec.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@nx': nx },
    rules: {
      ...boundaries([...layers, ...scopes]),
      'no-restricted-syntax': ['error', explicitExports, ...glossary],
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // Methods without `await` implement ports whose other adapters have one.
      '@typescript-eslint/require-await': 'off',
      // gRPC status codes are compared with numbers from the wire.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
    },
  },
  {
    files: specs,
    rules: {
      ...boundaries([...withTesting(layers), ...scopes]),
      // `expect(port.method)` and generated matchers.
      '@typescript-eslint/unbound-method': 'off',
      // `expect.any(…)`, parsed JSON: what is wrong here fails the test.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    // Whole-system tests know the product by its public interfaces alone.
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex:
                '^@svc/(?!sdk(/testing|/node)?$|testing(/kafka-cluster|/tool-servers)?$)|(\\.\\./)+(libs|apps)/',
              message: 'Tests of the whole system talk to it over HTTP, or with the SDK.',
            },
          ],
        },
      ],
    },
  },
  {
    // Customers run it in browsers and at the edge too, and install nothing with it.
    files: ['libs/sdk/src/**/*.ts'],
    ignores: [...specs, 'libs/sdk/src/node/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^[^.]', message: 'The SDK has no dependencies.' },
            { regex: '/node/', message: 'What only Node has is an entry of its own.' },
          ],
        },
      ],
      'no-restricted-globals': ['error', 'process', 'Buffer', 'global', 'setImmediate', 'require'],
    },
  },
  {
    files: ['libs/*/src/domain/**/*.ts', 'libs/{definitions,engine,kernel}/src/**/*.ts'],
    ignores: specs,
    rules: {
      'no-restricted-imports': ['error', pureImports()],
      'no-restricted-syntax': ['error', explicitExports, ...glossary, ...impure],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The time comes in as an argument (Clock).' },
        { object: 'Math', property: 'random', message: 'Random values come in as arguments.' },
        { object: 'performance', property: 'now', message: 'The time comes in as an argument (Clock).' },
      ],
      'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval', 'crypto'],
    },
  },
  {
    files: ['libs/*/src/domain/**/*.ts'],
    ignores: specs,
    rules: {
      'no-restricted-imports': [
        'error',
        pureImports({
          regex: '^(\\.\\./)+(application|projections|rpc|adapters|turn|lease|log)/',
          message: 'The domain knows nothing of what stands around it.',
        }),
      ],
    },
  },
  {
    // A use case has more ways to it than one RPC: whoever takes it is judged there.
    files: ['libs/*/src/rpc/**/*.ts'],
    ignores: specs,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@svc/auth',
              importNames: [
                'attributesAsked',
                'hasPermission',
                'permissionDenied',
                'permits',
                'requirePermission',
              ],
              message: 'Permissions are judged in application/.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['examples/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
]);
