import { openDemo, type DemoClients } from './demo-access.js';

type Seeding = Parameters<DemoClients['identityAdmin']['seedOrganization']>[0];

it("the demo's administrator, whom its agent greets, has a person's name", async () => {
  const seedings: Seeding[] = [];
  const seedOrganization = (request: Seeding) => {
    seedings.push(request);
    return Promise.reject(new Error('seen enough'));
  };
  const clients = { identityAdmin: { seedOrganization } } as unknown as DemoClients;
  await expect(openDemo(clients, 'nowhere', 'http://localhost')).rejects.toThrow('seen enough');
  const [{ administratorFirstName: first, administratorLastName: last } = {}] = seedings;
  expect(`${first} ${last}`).toMatch(/^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u);
  expect(`${first} ${last}`).not.toMatch(/demo|admin|user|test/i);
});
