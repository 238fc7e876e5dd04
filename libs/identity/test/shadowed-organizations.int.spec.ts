import { WarnOfShadowedOrganizations } from '../src/application/warn-of-shadowed-organizations.js';
import { startDemo, type Demo } from './demo.js';

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

it('given an organization whose id has become a part of paths, then it is named at the start', async () => {
  const { database } = demo.storage;
  const named: unknown[] = [];
  const warn = new WarnOfShadowedOrganizations(database, {
    warn: (_message, fields) => void named.push(fields),
  });
  await warn.execute();
  expect(named).toEqual([]);
  await database.pool.query(`UPDATE identity.organization SET org_id = 'agent'`);
  await warn.execute();
  expect(named).toEqual([{ orgId: 'agent' }]);
});
