import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Draft } from './draft.mjs';
import { libsOf } from './event-sources.mjs';
import { gatewayResources, resourceOf } from './gateway-resources.mjs';
import { examples, generate } from './generators.mjs';
import { copyRepository } from './repository-copy.mjs';

const slow = 900_000;

let copy;
/** What each command said, and the files that it wrote. */
const laidDown = [];
const lay = async (...parameters) => {
  const lines = await generate(copy.folder, parameters);
  const end = lines.indexOf('Next:');
  const files = lines.slice(1, end).map((line) => line.trim());
  laidDown.push({ command: parameters.join(' '), files, next: lines.slice(end + 1) });
};
const read = (file) => readFileSync(path.join(copy.folder, file), 'utf8');

/** Restricts types and lint to these files, and what they import. */
function onlyProgram(include) {
  const file = path.join(copy.folder, 'tsconfig.spec.json');
  const project = { ...JSON.parse(readFileSync(file, 'utf8')), include };
  writeFileSync(file, JSON.stringify(project));
}

function start(script, ...parameters) {
  // The server of this worker, so the generated tests don't disturb other workers.
  const servers = process.env.SVC_TEST_DATABASE_URL.split(' ');
  const server = servers[(Number(process.env.JEST_WORKER_ID) - 1) % servers.length];
  return spawnSync(process.execPath, [script, ...parameters], {
    cwd: copy.folder,
    encoding: 'utf8',
    env: { ...process.env, SVC_TEST_DATABASE_URL: server },
  });
}

function mustSucceed(script, ...parameters) {
  const { status, stdout, stderr } = start(script, ...parameters);
  if (status !== 0) throw new Error(`${script} ${parameters.join(' ')}\n${stdout}${stderr}`);
}

const contexts = () =>
  readdirSync(path.join(copy.folder, 'libs')).filter((name) =>
    existsSync(path.join(copy.folder, `proto/svc/${name}/v1/events.proto`)),
  );
const aggregatesOf = (context) => {
  const draft = new Draft(copy.folder);
  return libsOf(draft, context)
    .flatMap((lib) => draft.sourcesBelow(`${lib}/src/domain`))
    .flatMap((file) => [...draft.read(file).matchAll(/: Decider<\s*(\w+?)(?:State)?,/g)])
    .map(([, aggregate]) => aggregate);
};
/** The contexts of clients, as the gateway imports their services: definitions and tools are of agents. */
const contextOf = (client) => {
  const services = read('libs/gateway/src/services.ts');
  const [, service] = new RegExp(`type ${client}Client = [^;]*typeof (\\w+)>`).exec(services) ?? [];
  const imports = [...services.matchAll(/import type \{([^}]*)\} from '@svc\/contracts\/(\w+)'/g)];
  return imports.find(([, names]) => new RegExp(`\\b${service}\\b`).test(names))?.[2];
};
const clientIn = (file) => contextOf(/(\w+)Client\b/.exec(read(file))?.[1] ?? 'Identity');

/** A to Z, then Za, Zb and so on: a name of its own for each resource. */
const letterOf = (index) =>
  index < 26 ? String.fromCharCode(65 + index) : `Z${String.fromCharCode(97 + index - 26)}`;

const isRoute = (example) => example.startsWith('route ');

// All kinds share one copy. Routes come after the tests of the contexts, which have no handler for a new RPC.
beforeAll(async () => {
  copy = copyRepository();
  for (const example of examples.filter((each) => !isRoute(each))) await lay(...example.split(' '));
  for (const context of contexts()) {
    for (const aggregate of aggregatesOf(context))
      await lay('event', context, aggregate, `${aggregate}Tried`, 'tried_by:string:personal', 'note:string?');
    const event = context === 'identity' ? 'agents.DefinitionCreated' : 'identity.UserDeleted';
    // The tests of the new context start it without a bus.
    if (context !== 'library')
      await lay('consumer', context, 'trial', event, ...(context === 'agents' ? ['--projection'] : []));
  }
  await lay('event', 'agents', 'Definition', 'DefinitionSealed', 'seal:bytes', 'at_ms:int64', '--private');
  await lay('event', 'agents', 'Definition', 'DefinitionLocked');
  copy.link();
  mustSucceed('tools/codegen/proto.mjs');
  mustSucceed('tools/codegen/prisma.mjs', 'libs/library');
  mustSucceed('tools/codegen/references.mjs');
}, slow);
afterAll(() => copy.remove());

describe('a generated context, event and consumer', () => {
  it(
    'then the tests of the new context hold, and of every other one those of its events',
    () => {
      const logs = contexts().map((name) => `libs/${name}/test/event-log`);
      mustSucceed(
        'tools/test/jest.mjs',
        '--selectProjects',
        'unit',
        'int',
        '-i',
        '--',
        'libs/library',
        ...logs,
      );
    },
    slow,
  );
});

describe('a generated route', () => {
  beforeAll(async () => {
    for (const example of examples.filter(isRoute)) await lay(...example.split(' '));
    for (const [index, { file, routes }] of gatewayResources(new Draft(copy.folder)).entries()) {
      const letter = letterOf(index);
      const trials = `${routes[0].path}/trial`;
      const context = clientIn(file);
      await lay(
        'route',
        context,
        `FindTrial${letter}`,
        'GET',
        trials,
        'label:string?',
        'is_new:bool',
        'size:int32',
      );
      await lay(
        'route',
        context,
        `Try${letter}`,
        'POST',
        `${trials}/:trial_id/`,
        'days:int32',
        'note:string?',
      );
    }
    await lay('route', 'agents', 'GetCase', 'GET', '/v1/:org/book_case/:case_id/');
    await lay('route', 'agents', 'MoveCase', 'PATCH', '/v1/:org/book_case/:case_id', 'share:double?');
    await lay('route', 'identity', 'DeleteCase', 'DELETE', '/v1/:workspace_id/book-cases/:case_id');
    await lay('route', 'identity', 'SendLink', 'POST', '/v1/:org/user/signin/', 'email:string');
    mustSucceed('node_modules/@bufbuild/buf/bin/buf', 'lint');
    mustSucceed('tools/codegen/proto.mjs');
  }, slow);

  it('then it is declared and served in the controller of its resource, and asks its RPC', () => {
    const pause = read('libs/gateway/src/classic/webhook-destination/webhook-destination.controller.ts');
    expect(pause).toMatch(
      /'PauseDestinationRequest',\s+z\.object\(\{\s+days: z\.int\(\),\s+note: str1\.nullish\(\),/,
    );
    expect(pause).toMatch(
      /pauseDestination\(\{\s+caller,\s+webhookDestinationId: params\.webhook_destination_id,\s+\.\.\.requestFields\(body\),\s+\}\)/,
    );
    expect(read('proto/svc/webhooks/v1/webhooks_service.proto')).toContain(
      '  string webhook_destination_id = 2;\n  int32 days = 3;\n  optional string note = 4;',
    );
    expect(read('proto/svc/identity/v1/identity_service.proto')).toContain(
      'message GetWorkspaceOwnerRequest {\n  svc.common.v1.WorkspaceCaller caller = 1;\n}',
    );
  });

  it('given one that was listed as absent, then it is no longer, and has the path that was asked for', () => {
    expect(read('libs/gateway/src/absent-routes.ts')).not.toContain("'/v1/:org/user/signin'");
    expect(read('libs/gateway/src/classic/user/user.controller.ts')).toContain(
      "operationId: 'send-link',\n  method: 'POST',\n  path: '/v1/:org/user/signin/',",
    );
  });

  it('then a new resource has a controller among the others', () => {
    const controllers = read('libs/gateway/src/controllers.ts');
    expect(controllers).toContain('  BookCaseController,\n  PlatformBookCaseController,\n];');
  });

  it('when it begins as another one does, then it belongs to the same resource', () => {
    const resources = gatewayResources(new Draft(path.resolve(import.meta.dirname, '../..')));
    expect(resources.length).toBeGreaterThan(14);
    for (const { surface, file, routes } of resources)
      for (const route of routes)
        expect([route.path, resourceOf(resources, surface, `${route.path}/more`)?.file]).toEqual([
          route.path,
          file,
        ]);
  });
});

describe('all generated files', () => {
  it(
    'then its types hold, except where the compiler asks for what evolve does with an event',
    () => {
      const files = [...new Set(laidDown.flatMap((each) => each.files))].filter((file) =>
        file.endsWith('.ts'),
      );
      expect(files.length).toBeGreaterThan(80);
      onlyProgram(files);
      const { stdout, stderr } = start(
        'node_modules/typescript-7/bin/tsc',
        '-p',
        'tsconfig.spec.json',
        '--pretty',
        'false',
      );
      const asked = laidDown.flatMap(
        ({ next }) => /^\d+\. (\S+): .*its evolve looks at no event/m.exec(next.join('\n'))?.[1] ?? [],
      );
      // Files that nobody generated lack what the steps say: the handler of an RPC, as a rule.
      const isWrong = (line) => {
        const [, file] = /^(\S+)\(\d+,\d+\): error /.exec(line) ?? [];
        return files.includes(file) && !asked.includes(file);
      };
      expect(stderr).toBe('');
      expect(stdout.split('\n').filter(isWrong)).toEqual([]);
      // The check has run.
      expect(stdout).toContain('findTrialA');
    },
    slow,
  );

  it(
    'then new files pass lint',
    () => {
      const folders = ['libs/library', 'apps/library', 'libs/gateway/src/classic/book-case'];
      onlyProgram(folders.map((folder) => `${folder}/**/*.ts`));
      // Boundaries need Nx's graph of the project; tools/lint tests that rule.
      mustSucceed(
        'node_modules/eslint/bin/eslint.js',
        '--rule',
        '@nx/enforce-module-boundaries: off',
        ...folders,
      );
    },
    slow,
  );

  it('then the steps name existing files', () => {
    for (const { command, next } of laidDown) {
      const named = next.flatMap(
        (line) => /^\d+\. ((?:libs|proto)\/\S+\.(?:ts|proto)):/.exec(line)?.[1] ?? [],
      );
      // The use case of an RPC is what its author adds.
      const missing = named.filter(
        (file) => !file.includes('/application/') && !existsSync(path.join(copy.folder, file)),
      );
      expect([command, missing]).toEqual([command, []]);
    }
  });
});

describe('a generated event', () => {
  it('then its contract says what can be absent, and what is personal', () => {
    expect(read('proto/svc/identity/v1/events.proto')).toContain(
      [
        '// Stream user/<user_id>. Public.',
        'message UserTried {',
        '  option (svc.common.v1.public) = true;',
        '  string tried_by = 1 [(svc.common.v1.personal) = true];',
        '  optional string note = 2;',
        '}',
      ].join('\n'),
    );
    expect(read('proto/svc/agents/v1/events.proto')).toContain('import "svc/common/v1/options.proto";');
  });
});

describe('an invalid command', () => {
  it.each([
    [[], 'Say what to generate'],
    [['nothing'], 'Say what to generate'],
    [['context'], 'Name the context'],
    [['context', 'Archive', 'Book'], 'Name the context'],
    [['context', 'archive', 'book'], 'Name the first aggregate'],
    [['context', 'archive', 'Book', '--write=Archive:WriteBook'], 'has no permission'],
    [['context', 'identity', 'User'], 'libs/identity/src is there already'],
    [['event', 'archive', 'Book', 'BookLent'], 'Decider of Book'],
    [['event', 'identity', 'User', 'UserLent', 'book'], 'Give fields as'],
    [['event', 'agents', 'Robot', 'RobotBuilt'], 'Decider of Robot'],
    [['event', 'identity', 'User', 'UserCreated'], 'has UserCreated already'],
    [['consumer', 'agents', 'nothing', 'identity.ApiKeySecretStored'], 'has no public event'],
    [['consumer', 'agents', 'nothing', 'identity.Nonsense'], 'has no public event'],
    [['consumer', 'agents', 'nothing', 'archive.Nonsense'], 'has no public event'],
    [['route', 'identity', 'LendBook', 'HEAD', '/v1/:org/book'], 'Give a method'],
    [['route', 'identity', 'LendBook', 'POST', '/book'], 'Give a path'],
    [['route', 'identity', 'LendBook', 'POST', '/v1/:org/book', 'title:text'], 'Give fields as'],
    [['route', 'identity', 'FindBook', 'GET', '/v1/:org/book', 'size:double'], 'Give fields as'],
    [['route', 'archive', 'LendBook', 'POST', '/v1/:org/book'], 'archive_service.proto'],
    [['route', 'library', 'LendBook', 'POST', '/v1/:org/book'], 'has no client of library'],
    [['route', 'identity', 'AssignRole', 'POST', '/v1/:org/role/:role_name/give'], 'as assign-role already'],
    [['route', 'identity', 'GiveRole', 'POST', '/v1/:org/role/:name/assign'], 'as assign-role already'],
    [['route', 'identity', 'ListRoles', 'GET', '/v1/:org/role/all'], 'another listRoles already'],
  ])('%j is rejected with the right form, and nothing is written', async (parameters, message) => {
    await expect(generate(copy.folder, parameters)).rejects.toThrow(message);
  });

  it('when the text of one file can not be formatted, then none is written', async () => {
    const draft = new Draft(copy.folder);
    draft.write('one.ts', 'const one = 1;\n');
    draft.write('other.ts', 'const other = ;\n');
    await expect(draft.save()).rejects.toThrow(SyntaxError);
    expect(
      ['one.ts', 'other.ts'].filter((file) => draft.exists(file) && existsSync(path.join(copy.folder, file))),
    ).toEqual([]);
  });
});

describe('the command', () => {
  const run = (...parameters) =>
    spawnSync(process.execPath, ['tools/generators/generate.mjs', ...parameters], {
      cwd: copy.folder,
      encoding: 'utf8',
    });

  it('given --help, then it prints the usage', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage:') });
  });

  it('given an unknown command, then it fails with the usage', () => {
    const stderr = expect.stringMatching(/^Name the context[^]*Nothing was written\.\nUsage:/);
    expect(run('context')).toMatchObject({ status: 1, stderr });
  });
});
