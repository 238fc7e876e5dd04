import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { createHttpApplication, type HttpApplication } from '@svc/http';
import { createMetrics, silentLogger } from '@svc/telemetry';
import { z } from 'zod';
import { forEverybody } from '../src/route/route-access.js';
import { defineRoute } from '../src/route/route.js';
import { Serves } from '../src/route/serves.js';

const shelf = {
  method: 'GET',
  summary: 'Shows a shelf.',
  access: forEverybody(),
  request: { query: z.object({ floor: z.enum(['1', '2']).optional() }) },
  answer: { status: 200, content: 'json', schema: z.strictObject({ floor: z.string() }) },
  errors: [],
  perMinute: null,
} as const;
const getShelf = defineRoute({ ...shelf, operationId: 'get-shelf', path: '/shelf' });
const getOldShelf = defineRoute({
  ...shelf,
  operationId: 'get-old-shelf',
  path: '/old-shelf',
  deprecated: { since: '2026-12-01', sunset: '2027-06-01' },
});

@Controller()
class ShelfController {
  @Serves(getShelf)
  async shelf() {
    return { floor: '1' };
  }

  @Serves(getOldShelf)
  async oldShelf() {
    return { floor: '1' };
  }
}

@Module({ controllers: [ShelfController] })
class ShelfModule {}

let application: HttpApplication;
let url: string;
beforeAll(async () => {
  application = await createHttpApplication({
    module: ShelfModule,
    logger: silentLogger,
    metrics: createMetrics(),
    readiness: () => [],
    crossOrigin: { origins: ['*'], requestHeaders: [] },
  });
  url = await application.listen(0, '127.0.0.1');
});
afterAll(() => application.stop(0));

const saysOf = async (path: string) => {
  const { status, headers } = await fetch(`${url}${path}`, {
    headers: { origin: 'https://app.example.com' },
  });
  return { status, deprecation: headers.get('deprecation'), sunset: headers.get('sunset') };
};
const itGoes = { deprecation: '@1796083200', sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' };

describe('a deprecated route', () => {
  it.each([
    ['/old-shelf', 200],
    ['/old-shelf?floor=3', 422],
  ])('says so when %s is answered %s', async (path, status) => {
    expect(await saysOf(path)).toEqual({ status, ...itGoes });
  });

  it('shows its headers to pages of other origins', async () => {
    const { headers } = await fetch(`${url}/old-shelf`, { headers: { origin: 'https://app.example.com' } });
    expect(headers.get('access-control-expose-headers')).toContain('deprecation, sunset');
  });

  it('sets no headers on other routes', async () => {
    expect(await saysOf('/shelf')).toEqual({ status: 200, deprecation: null, sunset: null });
  });
});
