import { randomUUID } from 'node:crypto';
import { workspaceTenant } from '@svc/kernel';
import { languageKey } from './language-key.js';
import { startWorldServer, workspaceCaller, type WorldServer } from './world-server.js';

let server: WorldServer;
beforeAll(async () => void (server = await startWorldServer()));
afterAll(() => server.stop());

const written = 100;

it('given a key with many values, when another is written, then few events are read, and it is judged by the last that counts', async () => {
  const workspaceId = randomUUID();
  const caller = workspaceCaller(workspaceId);
  const { entity } = await server.entities.createEntity({
    ...{ caller, entityType: 'person', source: 'manual' },
    profile: { externalIds: {}, tags: [] },
  });
  const entityId = entity?.entityId ?? '';
  const key = { caller, key: 'nickname', valueType: 'string', isPii: true, allowedValuesJson: undefined };
  await server.world.createEnrichmentKey({ ...languageKey, ...key });
  const put = async (name: string) => {
    const given = { caller, entityId, key: key.key, source: 'manual', confidence: 0.5 };
    const { value } = await server.world.putEnrichment({ ...given, valueJson: JSON.stringify(name) });
    return value;
  };
  let last = await put('Countess');
  for (let count = 1; count < written; count += 1) last = await put('Countess');

  const { rows } = await server.database.pool.query<{ behind: number; state: unknown }>(
    `SELECT max(e.stream_version) - s.stream_version AS behind, s.state
       FROM world.snapshot AS s JOIN world.event AS e USING (stream_id)
      WHERE s.tenant_id = $1 AND s.stream_id LIKE '%/enrichment/%' GROUP BY s.stream_version, s.state`,
    [workspaceTenant(workspaceId)],
  );
  expect(rows).toHaveLength(1);
  expect(Number(rows[0]?.behind)).toBeLessThan(32);
  expect(JSON.stringify(rows)).not.toContain('Countess');
  expect(await put('Augusta')).toMatchObject({ supersedes: last?.eventId, reason: 'later_effective' });
});
