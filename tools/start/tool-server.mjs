// `npm run tool-server [-- --port 8090]`: the appointments of a clinic as HTTP requests that an agent calls; with
// `--kind mcp` as tools of an MCP server. What it did is counted in a file (`--effects`).
import { parseArgs } from 'node:util';
import '../../test/support/source-loader.mjs';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'http' },
    port: { type: 'string', default: '8090' },
    effects: { type: 'string', default: 'effects.jsonl' },
  },
});
const { startHttpToolServer, startMcpToolServer } = await import('@svc/testing/tool-servers');
const start = { http: startHttpToolServer, mcp: startMcpToolServer }[values.kind];
if (!start || !/^\d{1,5}$/.test(values.port)) {
  console.error('npm run tool-server [-- --kind http|mcp] [--port 8090] [--effects effects.jsonl]');
  process.exit(1);
}
const { url } = await start({ effectsFile: values.effects, port: Number(values.port) });
console.log(`Tools at ${url}, their effects in ${values.effects}`);
