// Makes an agent that books appointments, and talks with it: see README.md. Node alone, no packages.
import { existsSync, readFileSync } from 'node:fs';

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};
const here = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

const [file = 'organization.json'] = process.argv.slice(2);
const baseUrl = process.env.SVC_URL ?? 'http://127.0.0.1:8080';
const toolServer = process.env.TOOL_SERVER ?? 'http://127.0.0.1:8090';
if (!existsSync(file))
  fail(`There is no ${file}: README.md says how to make an organization and its first key.`);
const credentials = JSON.parse(readFileSync(file, 'utf8'));
const api = `${baseUrl}/v1/${credentials.org_id}`;
await fetch(toolServer).catch(() => fail(`No tools at ${toolServer}: npm run tool-server`));

/** Sends a request. @returns the response, once it is known to be a success */
async function send(method, path, { token, headers = {}, body } = {}) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${api}/${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body && !isForm ? JSON.stringify(body) : body,
  }).catch(() => fail(`Nothing answers at ${baseUrl}: npm start`));
  if (response.status === 409 && method === 'POST')
    fail(`${await response.text()}\nMade before? Take a new organization.`);
  if (!response.ok) fail(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}
const json = async (...request) => (await send(...request)).json();

/** Everybody of the organization signs in with its key and their own id, for a token of an hour. */
async function signIn(userId) {
  const { api_key, api_key_id } = credentials;
  const headers = { 'x-api-key': api_key, 'x-api-key-id': api_key_id, 'x-user-id': userId };
  return (await json('POST', 'user/signin_with_api_key', { headers })).id_token;
}

// 1. What the agent is made of. The administrator makes it.
const token = await signIn(credentials.user_id);
const make = (path, body) => json('POST', path, { token, body });
const graphs = 'organization/service_hierarchical_state_machine';

const toolIds = {};
for (const { name, description, version } of here('tools.json')) {
  const tool = await make('tool/', { name, description, tags: {} });
  await make(`tool/${tool.id}/version`, { ...version, base_url: toolServer });
  toolIds[name] = tool.id;
}
const agent = await make('organization/agent', { agent_name: 'Iva' });
await make(`organization/agent/${agent.id}/`, here('agent.json'));

/** The files name tools and graphs; the interface knows their ids. */
async function makeGraph(name, references) {
  const graph = await make(graphs, { state_machine_name: name });
  const text = JSON.stringify({ ...here(`${name}-graph.json`), references });
  const version = JSON.parse(text, (key, value) => (key === 'tool_id' ? toolIds[value] : value));
  await make(`${graphs}/${graph.id}/`, version);
  return graph.id;
}
const booking = await makeGraph('booking', {});
const reception = await makeGraph('reception', { booking: [booking, 1] });
const service = await make('service/', {
  name: 'Reception',
  description: 'Books appointments with a dentist.',
  is_active: true,
  agent_id: agent.id,
  service_hierarchical_state_machine_id: reception,
  keyterms: [],
  tags: {},
});
console.log(`Made the service ${service.id}.\n`);

// 2. A patient, who is a user of the organization.
const patient = await make('user/', {
  first_name: 'Ada',
  last_name: 'Field',
  email: 'ada@example.com',
  role_name: 'DefaultUserRole',
});
const patientToken = await signIn(patient.user_id);

// 3. The conversation. Each response is a stream of lines of JSON.
async function listen(path, body) {
  const response = await send('POST', path, { token: patientToken, body });
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const said = events.filter(({ type }) => type === 'new-message').map(({ message }) => message);
  console.log(`Iva: ${said.join('')}`);
  return events;
}
const [begun] = await listen('conversation/?response_format=text', { service_id: service.id });
const conversation = `conversation/${begun.conversation_id}`;
let isOver = false;
for (const words of [
  'I am in pain: a tooth broke yesterday.',
  'Tomorrow, please.',
  'At 14:00.',
  'My name is Ada Field.',
  'No, that is all. Thank you!',
]) {
  if (isOver) break;
  console.log(`Ada: ${words}`);
  const form = new FormData();
  form.set('initial_message_type', 'user-message');
  form.set('recorded_message', words);
  const query = 'request_format=text&response_format=text';
  const events = await listen(`${conversation}/interact?${query}`, form);
  isOver = events.some((event) => event.type === 'interaction-complete' && event.conversation_completed);
}

// 4. What came of it. The patient sees words; who may see what the agent thought is a matter of roles.
const id = begun.conversation_id;
const thoughts = `${conversation}/messages/?message_type=agent-inner-thought`;
for (const { message } of (await json('GET', thoughts, { token })).messages)
  console.log(`Iva thought: ${message}`);
const { conversations } = await json('GET', `conversation/?id=${id}`, { token: patientToken });
console.log(`The conversation ${id} is ${conversations[0].is_finished ? 'finished' : 'still open'}.`);
