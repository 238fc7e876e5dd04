import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seedDemoAgents } from '@svc/demo';
import { startStandalone, type StartedStandalone } from '../test/started-standalone.js';

const words = 'The marmot of Ada needs an appointment.';

let standalone: StartedStandalone;
beforeAll(async () => void (standalone = await startStandalone()));
afterAll(() => standalone?.stop());

/** With a token of the demo, in any organization. */
async function signIn(userId: string) {
  const { demo } = standalone;
  const key = { 'x-api-key-id': demo.api_key_id, 'x-api-key': demo.api_key, 'x-user-id': userId };
  const signedIn = await fetch(`${demo.base_url}/v1/demo/user/signin_with_api_key`, {
    method: 'POST',
    headers: key,
  });
  const { id_token: token } = (await signedIn.json()) as { id_token: string };
  return async (method: string, place: string, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${demo.base_url}/v1/${place}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-org-id': 'demo',
        'x-store-cluster-name': 'main',
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
}
type Client = Awaited<ReturnType<typeof signIn>>;

async function addUser(administrator: Client): Promise<string> {
  const names = { first_name: 'Ada', last_name: 'Member', email: 'ada@demo.test' };
  const { text } = await administrator('POST', 'demo/user/', { ...names, role_name: 'DefaultUserRole' });
  return (JSON.parse(text) as { user_id: string }).user_id;
}

/** A conversation that has begun and has this text. @returns its id. */
async function talk(client: Client, orgId: string, serviceId: string): Promise<string> {
  const body = { service_id: serviceId };
  const begun = await client('POST', `${orgId}/conversation/?response_format=text`, body);
  const id = /"conversation_id":\s*"([0-9a-f]{24})"/.exec(begun.text)?.[1] ?? '';
  const form = new FormData();
  form.append('initial_message_type', 'user-message');
  form.append('recorded_message', words);
  const formats = 'request_format=text&response_format=text';
  const turn = await client('POST', `${orgId}/conversation/${id}/interact?${formats}`, form);
  expect(turn.text).toContain('interaction-complete');
  return id;
}
const messages = async (client: Client, orgId: string, id: string) =>
  (await client('GET', `${orgId}/conversation/${id}/messages/`)).text;
/** Message rows with sealed data, by organization. */
async function sealed(): Promise<Readonly<Record<string, number>>> {
  const { rows } = await standalone.database.database.query<{ tenant_id: string; count: number }>({
    name: 'sealed_messages',
    text: `SELECT tenant_id, count(text)::integer FROM conversations.message GROUP BY tenant_id ORDER BY 1`,
    values: [],
  });
  return Object.fromEntries(rows.map(({ tenant_id, count }) => [tenant_id, count]));
}
const subjectsOf = async (orgId: string) => {
  const { rows } = await standalone.database.database.query<{ subject: string }>({
    name: 'subjects',
    text: 'SELECT DISTINCT subject FROM conversations.event WHERE stream_id LIKE $1',
    values: [`org:${orgId}/%`],
  });
  return rows.map(({ subject }) => subject);
};

describe("a member's messages in an organization that they entered", () => {
  it("belong to their home organization's data: deleting and erasing the user there erases them, and not the organization", async () => {
    const { demo, services } = standalone;
    const administrator = await signIn(demo.user_id);
    const userId = await addUser(administrator);
    await services.clients.identityAdmin.grantSuperAdministrator({ orgId: 'demo', userId });
    const member = await signIn(userId);
    expect((await member('PUT', 'clinic/organization/', { org_name: 'Clinic' })).status).toBe(201);
    const { serviceId } = await seedDemoAgents(services.clients, { orgId: 'clinic', userId });
    const conversation = await talk(member, 'clinic', serviceId);
    expect(await messages(member, 'clinic', conversation)).toContain(words);
    expect(await subjectsOf('clinic')).toEqual([`org:demo/user/${userId}`]);
    const listed = await member('GET', 'clinic/conversation/');
    expect(JSON.parse(listed.text)).toMatchObject({ conversations: [{ id: conversation, user_id: userId }] });
    expect((await sealed())['org:clinic']).toBeGreaterThan(2);

    expect((await administrator('DELETE', `demo/user/${userId}`)).status).toBe(204);
    await services.clients.conversationsAdmin.eraseSubject({ subject: `org:demo/user/${userId}` });

    expect((await member('GET', 'clinic/service/')).status).toBe(401);
    expect((await sealed())['org:clinic']).toBe(0);
    expect((await fetch(`${demo.base_url}/v1/clinic/organization/`)).status).toBe(200);
  });
});
