import { randomBytes } from 'node:crypto';
import { agentsContext, AgentsModule } from '@svc/agents';
import { createPostgresBlobs } from '@svc/blobs';
import { AgentsAdminServiceService, AgentsServiceService } from '@svc/contracts/agents';
import { canonicalJson } from '@svc/kernel';
import { createClient, createSocketFolder } from '@svc/rpc';
import { systemClock, systemIds } from '@svc/runtime';
import { MasterKey } from '@svc/sealing';
import { startContext } from '@svc/service-host';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { createTestDatabase } from '@svc/testing';
import { clinicGraph } from './clinic-graph.js';
import { seedDemoAgents } from './seed-demo-agents.js';

const author = { orgId: 'demo', userId: 'ada' };

it('given an empty database, when the demo is seeded twice, then its service exists once and is ready to converse', async () => {
  const { database, drop } = await createTestDatabase({ migrations: agentsContext.migrations });
  const sockets = createSocketFolder(`demo-test-${process.pid}`);
  const blobs = createPostgresBlobs({ database, schema: 'agents' });
  const address = sockets.address('agents');
  const telemetry = { logger: silentLogger, metrics: noMetrics };
  const running = await startContext({
    context: agentsContext,
    module: AgentsModule.register({ blobs, masterKey: new MasterKey(randomBytes(32)), random: randomBytes }),
    platform: { database, clock: systemClock, ids: systemIds, ...telemetry },
    address,
  });
  const agentsAdmin = createClient(AgentsAdminServiceService, address);
  const agents = createClient(AgentsServiceService, address);
  try {
    const seeded = await seedDemoAgents({ agentsAdmin }, author);
    expect(await seedDemoAgents({ agentsAdmin }, author)).toEqual(seeded);

    const { serviceId } = seeded;
    const request = { tenantId: 'org:demo', serviceId, versionSetName: 'release' };
    const { pins, definition } = await agents.resolveDefinition(request);
    expect(pins).toMatchObject({ agentVersionNumber: 1, contextGraphVersionNumber: 1 });
    expect(definition?.agent?.identity?.name).toBe('Mara');
    expect(definition?.contextGraphJson).toBe(canonicalJson(clinicGraph));
  } finally {
    agents.close();
    agentsAdmin.close();
    await running.stop(0);
    await drop();
    sockets.remove();
  }
});
