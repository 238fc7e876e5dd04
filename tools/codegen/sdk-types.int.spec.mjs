import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

// Runs outside Jest: the generator is a package that Jest's own loader can't load.
function writeInto(folder) {
  const script = `const { writeSdkTypes } = await import('./tools/codegen/sdk-types.mjs'); await writeSdkTypes(${JSON.stringify(folder)});`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
}
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'made-from')
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

let folder;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sdk-types-'));
  writeInto(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the types of the SDK are those of the committed documents, each time the same', () => {
  expect(filesIn(path.join(root, 'libs/sdk/src/gen'))).toEqual(filesIn(folder));
});

test('the SDK has a type for each route of both documents', () => {
  const routes = readFileSync(path.join(folder, 'routes.ts'), 'utf8');
  for (const surface of ['classic', 'platform']) {
    const { paths } = JSON.parse(readFileSync(path.join(root, `docs/api/${surface}.openapi.json`), 'utf8'));
    for (const [route, operations] of Object.entries(paths))
      for (const method of Object.keys(operations))
        expect(routes).toContain(`'${method.toUpperCase()} ${route}': {`);
  }
});
