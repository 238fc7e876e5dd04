// Adds an event, a consumer, a route or a context in the shape of this repository, and says what to do next.
import path from 'node:path';
import { generate, usage } from './generators.mjs';
import { UsageError } from './names.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const parameters = process.argv.slice(2);
try {
  const isQuestion = [undefined, 'help', '--help', '-h'].includes(parameters[0]);
  console.log(isQuestion ? usage : (await generate(root, parameters)).join('\n'));
} catch (failure) {
  if (!(failure instanceof UsageError)) throw failure;
  console.error(`${failure.message} Nothing was written.\n${usage}`);
  process.exitCode = 1;
}
