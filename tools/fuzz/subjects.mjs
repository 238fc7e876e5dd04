// What a fuzz is given: credentials that nothing which it sends can take away, and things that it may change and delete.
import '../../test/support/source-loader.mjs';

const { ClassicClient } = await import('../../test/support/client.ts');
const { beginConversation, signInAsDemoUser } = await import('../../test/support/sessions.ts');
const { createDestination } = await import('../../test/support/webhook-destinations.ts');

/** Of each kind that can be used up; an organization may have ten webhook destinations. */
const ofEach = 8;
/** Port 9 (discard) of this machine, where nobody listens, so generated URLs reach nobody. */
const nowhere = 'http://127.0.0.1:9/hook';

/**
 * @param {string} baseUrl of a running system
 * @param {object} credentials of its demo
 * @returns {Promise<Record<'classic' | 'platform', import('./configuration.mjs').Subjects>>}
 */
export async function makeSubjects(baseUrl, credentials) {
  const client = await signInAsDemoUser(baseUrl, credentials);
  return {
    classic: await makeClassicSubjects(client, credentials),
    platform: await makePlatformSubjects(client),
  };
}

async function makeClassicSubjects(client, credentials) {
  const { service_id: serviceId } = credentials;
  const users = await several((at) =>
    client.json('POST', 'user/', {
      body: {
        first_name: 'Fuzz',
        last_name: `User ${at}`,
        email: `fuzz-${at}@demo.example`,
        role_name: 'DefaultUserRole',
      },
    }),
  );
  const keys = await several((at) =>
    client.json('POST', 'organization/api_key/', { body: { name: `fuzz ${at}`, duration: 'P1D' } }),
  );
  // A user has one open conversation in a service: what this one has stays open, so that something can be said in it.
  const open = await beginConversation(client, serviceId);
  const other = new ClassicClient(client.baseUrl, client.organization);
  await other.signIn({ ...credentials, user_id: users[0].user_id });
  const others = await several(async (at) => {
    const conversation = await beginConversation(other, serviceId);
    if (at < ofEach) await other.finish(conversation.id);
    return conversation;
  });
  const destinations = await several(() => createDestination(client, nowhere));
  return {
    headers: { authorization: `Bearer ${client.token}` },
    fixed: { 'path.org': client.organization, 'header.X-ORG-ID': client.organization, 'body.url': nowhere },
    known: {
      user_id: users.slice(1).map(({ user_id: id }) => id),
      api_key_id: keys.map(({ api_key_id: id }) => id),
      conversation_id: [open.id],
      service_id: [serviceId],
      role_name: ['DefaultUserRole', 'DefaultAdministratorRole'],
      webhook_destination_id: destinations.map(({ id }) => id),
    },
    operations: [
      { ids: ['create-organization'], known: { org: await several((at) => `fuzz${at}`) } },
      {
        ids: ['create-conversation', 'finish-conversation'],
        headers: { authorization: `Bearer ${other.token}` },
        known: { conversation_id: others.map(({ id }) => id) },
      },
    ],
  };
}

/** The user may do all that the routes about whole workspaces ask for; the key, all in its own workspace. */
async function makePlatformSubjects({ baseUrl, token }) {
  const post = async (path, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { id } = await post('/v1/me/workspaces', { slug: 'fuzz', name: 'Fuzz' });
  const others = await several((at) => post('/v1/me/workspaces', { slug: `fuzz-${at}`, name: `Fuzz ${at}` }));
  const key = await post(`/v1/${id}/api-keys`, { duration_days: 1, role: 'owner' });
  const otherKeys = await several(() => post(`/v1/${id}/api-keys`, { duration_days: 1 }));
  const defined = await definitionsIn(`/v1/${id}`, post);
  return {
    headers: { authorization: `Bearer ${token}` },
    fixed: {},
    known: {
      workspace_id: others.map((workspace) => workspace.id),
      key_id: otherKeys.map((one) => one.key_id),
      ...defined,
    },
    operations: [
      {
        ids: [
          ...['list-api-keys', 'create-api-key', 'get-api-key-permission-catalog'],
          ...['rotate-api-key', 'delete-api-key', 'get-auth-info'],
          ...operationsOfDefinitions(),
        ],
        headers: { authorization: `Bearer ${key.api_key}` },
        fixed: { 'path.workspace_id': id },
      },
    ],
  };
}

const kinds = ['agent', 'context-graph', 'service', 'skill', 'integration', 'endpoint'];

function operationsOfDefinitions() {
  return [
    ...kinds.flatMap((kind) =>
      ['list-', 'create-', 'get-', 'update-', 'delete-'].map((verb) =>
        verb === 'list-' ? `list-${kind}s` : `${verb}${kind}`,
      ),
    ),
    ...['agent', 'context-graph'].flatMap((kind) => [
      ...[`list-${kind}-versions`, `create-${kind}-version`, `get-${kind}-version`],
    ]),
    ...['upsert-version-set', 'replace-integration', 'get-skill-references', 'get-harness-context'],
    ...['get-tool-catalog', 'resolve-tools', 'execute-tool', 'test-endpoint'],
  ];
}

/** Definitions of each kind, by the names of their ids. Nobody listens at the address of the integrations. */
async function definitionsIn(path, post) {
  const make = (at, names) => several((index) => post(`${path}/${at}`, names(index)));
  const idsOf = (made) => made.map(({ id }) => id);
  const agents = idsOf(await make('agents', (at) => ({ name: `Agent ${at}` })));
  const identity = { name: 'A', role: 'b', developed_by: 'c', default_spoken_language: 'eng' };
  for (const id of agents) await post(`${path}/agents/${id}/versions`, { name: 'A', identity });
  const graphs = idsOf(await make('context-graphs', (at) => ({ name: `Graph ${at}` })));
  const parts = { agent_id: agents[0], context_graph_id: graphs[0] };
  const services = await make('services', (at) => ({ name: `Service ${at}`, ...parts }));
  const skill = { name: 'Skill', description: '', input_schema: {} };
  const skills = await make('skills', (at) => ({ slug: `skill-${at}`, ...skill }));
  const rest = { display_name: 'Rest', base_url: 'http://127.0.0.1:9' };
  const integrations = idsOf(await make('integrations', (at) => ({ name: `rest-${at}`, ...rest })));
  const endpoint = { description: 'Calls.', path: 'a' };
  const [integration] = integrations;
  const endpoints = await make(`integrations/${integration}/endpoints`, (at) => ({
    name: `call-${at}`,
    ...endpoint,
  }));
  return {
    agent_id: agents,
    graph_id: graphs,
    context_graph_id: graphs,
    service_id: idsOf(services),
    skill_id: idsOf(skills),
    integration_id: integrations,
    endpoint_id: idsOf(endpoints),
    version: ['latest', '1'],
  };
}

async function several(make) {
  const made = [];
  for (let at = 1; at <= ofEach; at += 1) made.push(await make(at));
  return made;
}
