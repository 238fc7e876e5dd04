import { keyOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { definitionsOf } from './definitions-client.js';
import { platformGraph } from './kinds.js';

// The installation of the tests calls vendor_a `sono` too, and has `sono_realtime`: see agents-server.ts.

let server: AgentsServer;
let clinic: ReturnType<typeof definitionsOf>;

beforeAll(async () => {
  server = await startAgentsServer();
  clinic = definitionsOf(server, keyOf('0b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c22'));
});
afterAll(() => server.stop());

const identity = { name: 'Mara', role: 'receptionist', developed_by: 'us', default_spoken_language: 'eng' };
const known = {
  tts_provider: 'sono',
  language_providers: { deu: { provider: 'vendor_b' } },
  session_provider: 'sono_realtime',
};
const unknown = {
  tts_provider: 'vendor_c',
  language_providers: { deu: { provider: 'sonar' } },
  session_provider: 'sono',
};
const faults = [
  ['body', 'voice_config', 'tts_provider'],
  ['body', 'voice_config', 'language_providers', 'deu', 'provider'],
  ['body', 'voice_config', 'session_provider'],
].map((loc) => expect.objectContaining({ loc, type: 'enum' }));

it('given vendors that the installation knows, then voices are stored as they were sent; others are refused', async () => {
  const agent = await clinic.create('agent', 'Mara');
  const version = (voice: object) =>
    clinic.version('agent', agent.definitionId, {
      ...{ name: 'Mara', identity },
      voice_config: { voice_id: 'warm', ...voice },
    });
  const { version: made } = await version(known);
  expect(JSON.parse(made?.bodyJson ?? '')).toMatchObject({ voice_config: known });
  await expect(version(unknown)).rejects.toMatchObject({ code: 'validation_failed', fields: faults });

  const graph = await clinic.create('context_graph', 'Flow');
  await clinic.version('context_graph', graph.definitionId, platformGraph);
  const parts = { agent_id: agent.definitionId, context_graph_id: graph.definitionId };
  const service = await clinic.create('service', 'By phone', { ...parts, voice_config: known });
  expect(JSON.parse(service.bodyJson)).toMatchObject({ voice_config: known });
  const update = clinic.update('service', service.definitionId, { voice_config: unknown });
  await expect(update).rejects.toMatchObject({ code: 'validation_failed', fields: faults });
});
