// Lints texts as if they were in files of this repository: reads `[{ file, text }]` as JSON from standard input and
// prints the messages of each as JSON. Without types: no boundary needs them, and TypeScript's watching program, which
// would be updated for every sample, has failed while it named a module whose export is missing.
import { readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { root } from '../workspace/packages.mjs';

const samples = JSON.parse(readFileSync(0, 'utf8'));
const eslint = new ESLint({ cwd: root, overrideConfig: tseslint.configs.disableTypeChecked });
const results = [];
for (const { file, text } of samples) {
  const [result] = await eslint.lintText(text, { filePath: file });
  results.push(result.messages.map(({ ruleId, message }) => ({ ruleId, message })));
}
process.stdout.write(JSON.stringify(results));
