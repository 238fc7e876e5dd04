import { fileURLToPath } from 'node:url';
import { assertSchemaMatches } from '@svc/testing';
import { readModelTables } from '../src/projections/read-model-rows.js';
import { callerWith, start{{Context}}Process, type {{Context}}Process } from './{{context}}-process.js';

let service: {{Context}}Process;
beforeAll(async () => void (service = await start{{Context}}Process()));
afterAll(() => service.stop());

async function contents(): Promise<readonly unknown[]> {
  const dumps = readModelTables.map(async (table) => {
    const text = `SELECT row_to_json(t)::text AS row FROM ${table} t ORDER BY 1`;
    return (await service.storage.database.query({ name: `dump_${table}`, text, values: [] })).rows;
  });
  return Promise.all(dumps);
}

describe('the read models', () => {
  it('when they are rebuilt from the log, then they hold what they held', async () => {
    for (const name of ['First', 'Second']) {
      await service.{{context}}.create{{Aggregate}}({ caller: callerWith('{{writePermission}}'), name });
    }
    const before = await contents();
    const damage = { name: 'damage', text: `UPDATE {{context}}.{{aggregateSnake}} SET name = name || '?'`, values: [] };
    await service.storage.database.query(damage);
    expect(await contents()).not.toEqual(before);
    expect(await service.module.rebuildReadModels(60)).toBe(2);
    expect(await contents()).toEqual(before);
  });

  it('then they are what schema.prisma describes', async () => {
    const prismaSchema = fileURLToPath(new URL('../prisma/schema.prisma', import.meta.url));
    await assertSchemaMatches({ database: service.storage.database, schema: '{{context}}', prismaSchema });
  });
});
