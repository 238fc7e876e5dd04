import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyRepository } from './repository-copy.mjs';

const slow = 900_000;
let copy;
beforeAll(() => void (copy = copyRepository()), slow);
afterAll(() => copy.remove());

/** Of this worker: the tests of what was generated are in the way of no other one's. */
const ownServer = () => {
  const servers = process.env.SVC_TEST_DATABASE_URL.split(' ');
  return servers[(Number(process.env.JEST_WORKER_ID) - 1) % servers.length];
};

function run(script, ...parameters) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...parameters], {
    cwd: copy.folder,
    encoding: 'utf8',
    env: { ...process.env, SVC_TEST_DATABASE_URL: ownServer() },
  });
  return { status, text: `${stdout}${stderr}` };
}
const generate = (...parameters) => run('tools/generators/generate.mjs', ...parameters);
const read = (file) => readFileSync(path.join(copy.folder, file), 'utf8');
const succeeded = { status: 0, text: expect.any(String) };
/** Shows what a tool said when it fails. Tools take longer to start than for what they look at: each is run once for all. */
function mustSucceed(script, ...parameters) {
  const { status, text } = run(script, ...parameters);
  if (status !== 0) throw new Error(`${script} ${parameters.join(' ')}\n${text}`);
}
function mustHoldWith(...folders) {
  const include = folders.map((folder) => `${folder}/**/*.ts`);
  const project = 'tsconfig.generated.json';
  writeFileSync(
    path.join(copy.folder, project),
    JSON.stringify({ extends: './tsconfig.spec.json', include }),
  );
  mustSucceed('node_modules/typescript/bin/tsc', '-p', project);
}
const mustBeFormatted = (...folders) =>
  mustSucceed('node_modules/prettier/bin/prettier.cjs', '--check', ...folders);
/** Boundaries need Nx's graph of the project; tools/lint tests that rule. */
const mustBeClean = (...folders) =>
  mustSucceed(
    'node_modules/eslint/bin/eslint.js',
    '--rule',
    '@nx/enforce-module-boundaries: off',
    ...folders,
  );

describe('a generated context', () => {
  it(
    'then its contract, types, lint, format and tests hold as it stands',
    () => {
      expect(generate('context', 'library', 'RareBook')).toEqual(succeeded);
      copy.link();
      mustSucceed('node_modules/@bufbuild/buf/bin/buf', 'lint');
      mustSucceed('tools/codegen/proto.mjs');
      mustSucceed('tools/codegen/prisma.mjs', 'libs/library');
      mustSucceed('tools/codegen/references.mjs');
      mustHoldWith('libs/library', 'apps/library');
      mustBeFormatted('libs/library', 'apps/library');
      mustBeClean('libs/library', 'apps/library');
      mustSucceed('tools/test/jest.mjs', '--selectProjects', 'unit', 'int', '--', 'libs/library');
    },
    slow,
  );

  it(
    'given an event more, then types and tests hold again',
    () => {
      const lent = ['RareBook', 'RareBookLent', 'lent_to:string:personal', 'note:string?'];
      expect(generate('event', 'library', ...lent)).toEqual(succeeded);
      mustSucceed('tools/codegen/proto.mjs');
      mustHoldWith('libs/library');
      mustSucceed('tools/test/jest.mjs', '--selectProjects', 'unit', 'int', '--', 'libs/library');
    },
    slow,
  );

  it('when it is there already, then nothing is written', () => {
    const before = read('libs/identity/package.json');
    expect(generate('context', 'identity', 'User')).toMatchObject({
      status: 1,
      text: expect.stringContaining('libs/identity/src is there already'),
    });
    expect(read('libs/identity/package.json')).toBe(before);
  });

  it('when it is only planned, then its package.json is replaced', () => {
    const permissions = ['--write=Webhook:CreateWebhookDestination', '--read=Webhook:GetWebhookDestination'];
    expect(generate('context', 'escalations', 'Escalation', ...permissions)).toEqual(succeeded);
    expect(JSON.parse(read('libs/escalations/package.json')).dependencies).toHaveProperty('@svc/event-store');
    expect(read('libs/escalations/src/application/create-escalation.ts')).toContain(
      `requirePermission(caller.grants, 'Webhook:CreateWebhookDestination', {`,
    );
  });
});

describe('a generated event', () => {
  const events = [
    ['identity', 'User', 'UserArchived', 'reason:string?:personal', 'by:string', 'at_ms:int64'],
    [
      'agents',
      'Service',
      'ServiceRetired',
      'note:string?',
      'successor:string:personal',
      'seal:bytes',
      '--private',
    ],
    ['agents', 'ContextGraph', 'ContextGraphLocked'],
    [
      'conversations',
      'Conversation',
      'ConversationFlagged',
      'user_id:string',
      'service_id:string',
      'note:string?',
      'is_urgent:bool',
    ],
  ];
  const laidDown = [];
  beforeAll(() => {
    for (const event of events) laidDown.push(generate('event', ...event));
    mustSucceed('node_modules/@bufbuild/buf/bin/buf', 'lint');
    mustSucceed('tools/codegen/proto.mjs');
  }, slow);

  it('then the steps name files that are there', () => {
    for (const result of laidDown) {
      expect(result).toEqual(succeeded);
      const named = [...result.text.matchAll(/^\d\. (\S+):/gm)].map(([, file]) => file);
      expect(named.length).toBeGreaterThan(5);
      for (const file of named) expect(read(file)).not.toBe('');
    }
  });

  it('then its contract says what can be absent, and what is personal', () => {
    expect(read('proto/svc/identity/v1/events.proto')).toContain(
      [
        '// Stream user/<user_id>. Public.',
        'message UserArchived {',
        '  option (svc.common.v1.public) = true;',
        '  optional string reason = 1 [(svc.common.v1.personal) = true];',
        '  string by = 2;',
        '  int64 at_ms = 3;',
        '}',
      ].join('\n'),
    );
    expect(read('proto/svc/agents/v1/events.proto')).toContain('import "svc/common/v1/options.proto";');
  });

  it(
    'then the types, lint, format and tests of each context hold',
    () => {
      const folders = ['identity', 'agents', 'conversations'].map((context) => `libs/${context}`);
      const within = (folder) => folders.map((each) => `${each}/${folder}`);
      mustHoldWith(...folders);
      mustBeFormatted(...within('src'), ...within('test'));
      mustBeClean(...within('src/adapters'));
      mustSucceed('tools/test/jest.mjs', '--selectProjects', 'unit', '--', ...within('src'));
      mustSucceed('tools/test/jest.mjs', '--selectProjects', 'int', '-i', '--', ...within('test/event-log'));
    },
    slow,
  );

  it('when it is there already, then nothing is written', () => {
    const before = read('libs/identity/src/domain/user/user-event.ts');
    expect(generate('event', ...events[0])).toMatchObject({ status: 1 });
    expect(read('libs/identity/src/domain/user/user-event.ts')).toBe(before);
  });

  it('when the context has no such aggregate, then nothing is written', () => {
    const before = read('proto/svc/agents/v1/events.proto');
    expect(generate('event', 'agents', 'Robot', 'RobotBuilt')).toMatchObject({
      status: 1,
      text: expect.stringContaining('Decider of Robot'),
    });
    expect(read('proto/svc/agents/v1/events.proto')).toBe(before);
  });
});

describe('a generated consumer', () => {
  it(
    'then types, lint, format and its test hold, and the module has it',
    () => {
      expect(
        generate('consumer', 'agents', 'role-standing', 'identity.UserRoleAssigned', '--projection'),
      ).toEqual(succeeded);
      expect(generate('consumer', 'identity', 'statistics', 'conversations.ConversationFinished')).toEqual(
        succeeded,
      );
      const folders = ['libs/agents', 'libs/identity'];
      const consumers = folders.map((folder) => `${folder}/src/events`);
      mustHoldWith(...folders);
      mustBeFormatted(...folders.map((folder) => `${folder}/src`));
      mustBeClean(...consumers);
      mustSucceed('tools/test/jest.mjs', '--selectProjects', 'unit', '--', ...consumers);
      expect(read('libs/agents/src/agents.module.ts')).toContain('RoleStandingController');
      expect(read('libs/identity/src/identity.module.ts')).toContain('StatisticsController');
    },
    slow,
  );

  it.each([['identity.ApiKeySecretStored'], ['identity.Nonsense'], ['library.Nonsense']])(
    'when %s is no public event, then nothing is written',
    (event) => {
      const before = read('libs/agents/src/agents.module.ts');
      expect(generate('consumer', 'agents', 'nothing', event)).toMatchObject({
        status: 1,
        text: expect.stringContaining('has no public event'),
      });
      expect(read('libs/agents/src/agents.module.ts')).toBe(before);
    },
  );
});

describe('a generated route', () => {
  const contract = 'proto/svc/identity/v1/identity_service.proto';

  it(
    'then it is declared and served among those of its resource, and compiles with its RPC',
    () => {
      const route = '/v1/:org/role/:role_name/users/:user_id';
      const generated = generate(
        'route',
        'identity',
        'InviteRoleUser',
        'POST',
        route,
        'days:int32',
        'note:string?',
      );
      expect(generated).toEqual(succeeded);
      expect(generate('route', 'identity', 'ExpelRoleUser', 'DELETE', route)).toEqual(succeeded);
      expect(generate('route', 'identity', 'FindRoleUser', 'GET', route, 'name:string?')).toEqual(succeeded);
      expect(generate('route', 'agents', 'GetShelf', 'GET', '/v1/:org/book_shelf/:shelf_id/')).toEqual(
        succeeded,
      );
      mustSucceed('node_modules/@bufbuild/buf/bin/buf', 'lint');
      mustSucceed('tools/codegen/proto.mjs');
      mustHoldWith('libs/gateway/src');
      mustBeFormatted('libs/gateway');
      expect(read(contract)).toContain('int32 days = 4;\n  optional string note = 5;');
      expect(read('libs/gateway/src/classic/role/role-schemas.ts')).toContain(
        'z.object({\n  days: z.int(),\n  note: str1.nullish(),\n})',
      );
      expect(read('libs/gateway/src/classic/role/role.controller.ts')).toMatch(
        /inviteRoleUser\(\{[^}]*days: body\.days,\s+note: body\.note \?\? undefined,\s+\}\)/,
      );
      expect(read('libs/gateway/src/controllers.ts')).toContain('  BookShelfController,\n]');
    },
    slow,
  );

  it('when the context has the RPC, then it is left as it is', () => {
    const before = read(contract);
    const result = generate('route', 'identity', 'ListRoles', 'GET', '/v1/:org/organization/api_key/roles');
    expect(result).toEqual(succeeded);
    expect(result.text).not.toContain(contract);
    expect(read(contract)).toBe(before);
    expect(read('libs/gateway/src/classic/api-key/api-key.controller.ts')).toContain(
      'this.identity.listRoles({ caller })',
    );
  });

  it('when it is declared already, then nothing is written', () => {
    const files = [contract, 'libs/gateway/src/classic/role/role.routes.ts'];
    const before = files.map(read);
    const again = generate(
      'route',
      'identity',
      'AssignRole',
      'POST',
      '/v1/:org/role/:role_name/give',
      'a:string',
    );
    expect(again).toMatchObject({ status: 1, text: expect.stringContaining('declares assignRole already') });
    expect(files.map(read)).toEqual(before);
  });
});

describe('a question', () => {
  it.each([[[]], [['--help']]])('%j is answered with the usage', (parameters) => {
    expect(generate(...parameters)).toEqual({ status: 0, text: expect.stringContaining('Usage:') });
  });
});

describe('a misunderstanding', () => {
  it.each([
    [['nothing']],
    [['context']],
    [['context', 'Library', 'Book']],
    [['context', 'archive', 'book']],
    [['context', 'archive', 'Book', '--write=Archive:WriteBook']],
    [['event', 'archive', 'Book', 'BookLent']],
    [['event', 'identity', 'User', 'UserLent', 'book']],
    [['route', 'identity', 'LendBook', 'PATCH', '/v1/:org/book']],
    [['route', 'identity', 'LendBook', 'POST', '/book']],
    [['route', 'identity', 'LendBook', 'POST', '/v1/:org/book', 'title:text']],
    [['route', 'identity', 'FindBook', 'GET', '/v1/:org/book', 'size:double']],
    [['route', 'archive', 'LendBook', 'POST', '/v1/:org/book']],
  ])('%j is told how to say it', (parameters) => {
    expect(generate(...parameters)).toMatchObject({
      status: 1,
      text: expect.stringContaining('Usage:'),
    });
  });
});
