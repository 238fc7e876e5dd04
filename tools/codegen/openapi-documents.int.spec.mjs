import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { root } from '../workspace/packages.mjs';

// Runs outside Jest: the declarations are TypeScript, and Jest's own loader has other rules for packages.
const script = `
const { openApiDocuments, breakingChangesOf, fileOf, textOf } = await import('./tools/codegen/openapi-documents.mjs');
const made = await openApiDocuments();
const seen = made.map((one) => ({ surface: one.surface, file: fileOf(one.surface), text: textOf(one.document), breaking: breakingChangesOf(one) }));
process.stdout.write(JSON.stringify(seen));
`;

let documents;
beforeAll(() => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  documents = JSON.parse(printed);
});

test('no change of a document breaks those who built on the committed one', () => {
  expect(documents.flatMap(({ breaking }) => breaking)).toEqual([]);
});

test('the committed documents say what the routes of the gateway declare', () => {
  expect(documents.map(({ surface }) => surface)).toContain('classic');
  for (const { file, text } of documents) expect(readFileSync(file, 'utf8')).toBe(text);
});

test('the documents are valid OpenAPI 3.1', async () => {
  for (const { text } of documents) {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  }
});
