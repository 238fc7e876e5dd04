// Lints texts as if they stood in files of this repository: reads `[{ file, text }]` as JSON from standard input and
// prints the messages of each as JSON. In one process, because loading the types of the whole repository takes seconds.
import { readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
import { root } from '../workspace/packages.mjs';

const samples = JSON.parse(readFileSync(0, 'utf8'));
const eslint = new ESLint({ cwd: root });
const results = [];
for (const { file, text } of samples) {
  const [result] = await eslint.lintText(text, { filePath: file });
  results.push(result.messages.map(({ ruleId, message }) => ({ ruleId, message })));
}
process.stdout.write(JSON.stringify(results));
