// The installer's commands in a process that stays: loading the product takes longer than most commands.
// node test/support/admin-server.mjs <socket> <module of the product's runAdmin> runs what `runAdmin` (admin.ts) asks for,
// one command after the other, and ends with its parent.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const [socket, module] = process.argv.slice(2);
const { runAdmin } = await import(pathToFileURL(module).href);
let last = Promise.resolve();

createServer(async (request, response) => {
  const { args, env: environment } = await json(request);
  last = last.then(async () => {
    const written = { stdout: '', stderr: '' };
    const collector = (name) => ({ write: (text) => (written[name] += text) });
    const streams = { stdout: collector('stdout'), stderr: collector('stderr') };
    const code = await runAdmin(args, { environment, ...streams });
    response.end(JSON.stringify({ code, ...written }));
  });
}).listen(socket, () => console.log('Ready'));
process.stdin.on('end', () => process.exit()).resume();
