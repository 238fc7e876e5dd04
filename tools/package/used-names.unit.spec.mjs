import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { usedNames } from './used-names.mjs';

it('given built code, then packages are used whose name or a path in them is a string of it, and no others', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-used-'));
  mkdirSync(path.join(folder, 'deep'));
  writeFileSync(
    path.join(folder, 'deep/one.js'),
    `import { a } from "pg"; await import('kafkajs/src/x'); require.resolve(\`swagger-ui-dist/\${name}\`); // ajv`,
  );
  const names = ['pg', 'pg-native', 'kafkajs', 'swagger-ui-dist', 'ajv'];
  expect(usedNames([folder], names)).toEqual(['pg', 'kafkajs', 'swagger-ui-dist']);
  rmSync(folder, { recursive: true });
});
