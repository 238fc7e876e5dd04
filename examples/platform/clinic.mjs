// Makes all that the conversations of a clinic run on, and holds one: see README.md. Node alone, no packages.
import { existsSync, readFileSync } from 'node:fs';

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};
const here = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

const [file = '.svc/credentials.json'] = process.argv.slice(2);
const toolServer = process.env.TOOL_SERVER ?? 'http://127.0.0.1:8090';
if (!existsSync(file)) fail(`There is no ${file}: npm start writes it.`);
const credentials = JSON.parse(readFileSync(file, 'utf8'));
const baseUrl = process.env.SVC_URL ?? credentials.base_url;
const api = `${baseUrl}/v1/${credentials.workspace_id}`;
await fetch(toolServer).catch(() => fail(`No tools at ${toolServer}: npm run tool-server`));

/** A workspace's key is sent as it is: nobody signs in. */
async function request(method, path, body) {
  const response = await fetch(`${api}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${credentials.workspace_api_key}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  }).catch(() => fail(`Nothing answers at ${baseUrl}: npm start`));
  if (!response.ok) fail(`${method} ${path}: ${response.status} ${await response.text()}`);
  for (const warning of JSON.parse(response.headers.get('x-svc-warnings') ?? '[]'))
    console.warn(`Warning: ${warning}`);
  return response.status === 204 ? null : response.json();
}
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
console.log(`Made the skill ${skill.slug} and the service ${service.id}.\n`);

// 4. A patient talks with it. The agent greets where the conversation is made.
const show = (turns) => turns.forEach(({ role, text }) => role === 'agent' && console.log(`Noor: ${text}`));
const begun = await make('conversations', { service_id: service.id });
show(begun.turns);
for (const message of [
  'Ada Field',
  '12 March 1980',
  'I have had a fever since yesterday.',
  'Tomorrow, please.',
  'At 10:30.',
  'Yes, that is right.',
  'No, that is all. Thank you!',
]) {
  console.log(`Ada: ${message}`);
  const turn = await make(`conversations/${begun.id}/turns?include_tool_calls=true`, { message });
  for (const { tool_name: name, input } of turn.tool_calls)
    console.log(`  (${name} ${JSON.stringify(input)})`);
  show(turn.output);
  if (turn.conversation.status !== 'active') break;
}

// 5. What came of it.
const { status, turn_count: count } = await request('GET', `conversations/${begun.id}`);
console.log(`\nThe conversation ${begun.id} is ${status} after ${count} messages of the patient.`);
