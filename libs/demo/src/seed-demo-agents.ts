import type { AgentsAdminServiceService, SeedDefinitionsResponse } from '@svc/contracts/agents';
import type { RpcClient } from '@svc/rpc';
import { clinicAgent } from './clinic-agent.js';
import { clinicGraph } from './clinic-graph.js';

/** The demo's service, with which a conversation begins. */
const clinicService = {
  name: 'Riverside Clinic appointments',
  description: 'Takes an appointment request for the Riverside Clinic and hands it to the front desk.',
  tags: { area: 'health', demo: null },
  keyterms: ['Riverside Clinic', 'Mill Lane', 'Mara'],
} as const;

/**
 * Creates the demo's agent, context graph and service in the organization. Existing ones stay unchanged. Can be
 * repeated.
 * @param author recorded as the creator.
 */
export function seedDemoAgents(
  { agentsAdmin }: { readonly agentsAdmin: RpcClient<typeof AgentsAdminServiceService> },
  author: { readonly orgId: string; readonly userId: string },
): Promise<SeedDefinitionsResponse> {
  return agentsAdmin.seedDefinitions({
    tenantId: `org:${author.orgId}`,
    author,
    definitionsJson: JSON.stringify({
      agent: clinicAgent,
      context_graph: { state_machine_name: 'Clinic appointment request', version: clinicGraph },
      service: clinicService,
    }),
  });
}
