// The operator's command line in a process that stays: loading the product takes longer than most commands.
// node test/support/operator.mjs <socket> <entry of the command line> runs what `runAdmin` asks for, one command after the
// other, and ends with its parent.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const [socket, entry] = process.argv.slice(2);
const entryUrl = pathToFileURL(entry).href;
const streams = ['stdout', 'stderr'];
const write = Object.fromEntries(streams.map((name) => [name, process[name].write.bind(process[name])]));
const { exit } = process;
let commands = 0;
let last = Promise.resolve();

/** The entry runs once for each import, under its own URL; its imports are loaded once. */
async function run({ args, env }) {
  const outcome = { stdout: '', stderr: '' };
  let exited;
  for (const name of streams) process[name].write = (text) => ((outcome[name] += text), true);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, entry, ...args];
  process.exitCode = 0;
  process.exit = (code) => {
    exited ??= { ...outcome, code };
    throw new Error('The command has ended.');
  };
  try {
    await import(`${entryUrl}?command=${++commands}`);
    return exited ?? { ...outcome, code: process.exitCode };
  } finally {
    for (const name of streams) process[name].write = write[name];
    process.exit = exit;
    process.exitCode = 0;
  }
}

createServer(async (request, response) => {
  const pieces = await request.toArray();
  last = last.then(async () => {
    const outcome = await run(JSON.parse(Buffer.concat(pieces).toString()));
    response.end(JSON.stringify(outcome));
  });
}).listen(socket, () => console.log('Ready'));
process.stdin.on('end', () => exit()).resume();
