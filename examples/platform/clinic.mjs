// Makes all that the conversations of a clinic run on: see README.md. Node alone, no packages.
import { readFileSync } from 'node:fs';
import { fail, openWorkspace } from './workspace.mjs';

const here = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const { request } = openWorkspace(process.argv[2]);
const toolServer = process.env.TOOL_SERVER ?? 'http://127.0.0.1:8090';
await fetch(toolServer).catch(() => fail(`No tools at ${toolServer}: npm run tool-server`));
const { items: services } = await request('GET', 'services');
if (services.some(({ name }) => name === 'Lakeside clinic'))
  fail('The clinic stands already. node examples/platform/visit.mjs');
const make = (path, body) => request('POST', path, body);

// 1. The clinic's own system, and what of it can be called. Graphs name its calls `clinic__find_openings`.
const integration = await make('integrations', { ...here('integration.json'), base_url: toolServer });
for (const endpoint of here('endpoints.json'))
  await make(`integrations/${integration.id}/endpoints`, endpoint);
const tried = await make(`integrations/${integration.id}/endpoints/find_openings/test`, {
  params: { day: '2027-01-11' },
});
console.log(`The calendar answers ${tried.status_code}: ${JSON.stringify(tried.raw_response)}`);
const skill = await make('skills', here('skill.json'));

// 2. Who speaks, and which way a conversation takes.
const agent = await make('agents', { name: 'Noor' });
const agentVersion = await make(`agents/${agent.id}/versions`, here('agent.json'));
const graph = await make('context-graphs', { name: 'Appointments' });
const graphVersion = await make(`context-graphs/${graph.id}/versions`, here('graph.json'));

// 3. The service joins them. Its version set `release` is what conversations run on.
const service = await make('services', {
  name: 'Lakeside clinic',
  agent_id: agent.id,
  context_graph_id: graph.id,
  channel_type: 'text',
  keyterms: ['Lakeside'],
});
await request('PUT', `services/${service.id}/version-sets/release`, {
  version_set: {
    agent_version_number: agentVersion.version,
    context_graph_version_number: graphVersion.version,
  },
});

const { tools } = await request('GET', `services/${service.id}/tools/resolve`);
for (const { tool_name: name, states, is_write: changes } of tools)
  console.log(`${states.join(', ')} may call ${name}${changes ? ', which changes something' : ''}.`);
console.log(`Made the skill ${skill.slug} and the service ${service.id}.`);

console.log(`Talk with it: node examples/platform/visit.mjs${process.argv[2] ? ` ${process.argv[2]}` : ''}`);
