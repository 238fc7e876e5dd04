import { Core, requireBaseUrl, requireSetting } from '../client/core.js';
import { RouteClient } from '../client/route-client.js';
import { apiKeySource, type TokenSource } from '../client/token-source.js';
import { ConfigurationError } from '../errors/client-errors.js';
import { platformEnvironment } from '../transport/environment.js';
import type { RequestOptions } from '../transport/transport.js';
import { auditOf } from './resources/audit.js';
import { conversationsOf } from './resources/conversations.js';
import {
  agentRunsOf,
  agentsOf,
  contextGraphsOf,
  integrationsOf,
  servicesOf,
  skillsOf,
  toolsOf,
} from './resources/definitions.js';
import { eventsOf } from './resources/events.js';
import { analyticsOf, apiKeysOf, simulationsOf, workspacesOf } from './resources/workspace.js';
import { surfacesOf, tablesOf, worldOf } from './resources/world.js';

export interface PlatformClientOptions extends RequestOptions {
  /** A key of the workspace. Either this or `tokens`. */
  readonly apiKey?: string;
  /** Where tokens come from that aren't keys. */
  readonly tokens?: TokenSource;
  readonly workspaceId: string;
  /** Such as `https://api.example.com`; a path such as `/api` where the page's own server passes requests on. */
  readonly baseUrl?: string;
  /** Where sockets are, if not there. */
  readonly agentBaseUrl?: string;
  /** In place of `baseUrl`: one of `baseUrls`. */
  readonly region?: string;
  /** Of each region, as `GET /v1/platform/regions` lists them. */
  readonly baseUrls?: Readonly<Record<string, string>>;
}

/** A client of one workspace. */
export class PlatformClient extends RouteClient {
  readonly workspaceId: string;
  readonly baseUrl: string;
  readonly #core: Core;

  readonly agents: ReturnType<typeof agentsOf>;
  readonly agentRuns: ReturnType<typeof agentRunsOf>;
  readonly analytics: ReturnType<typeof analyticsOf>;
  readonly apiKeys: ReturnType<typeof apiKeysOf>;
  readonly audit: ReturnType<typeof auditOf>;
  readonly contextGraphs: ReturnType<typeof contextGraphsOf>;
  readonly conversations: ReturnType<typeof conversationsOf>;
  readonly events: ReturnType<typeof eventsOf>;
  readonly integrations: ReturnType<typeof integrationsOf>;
  readonly services: ReturnType<typeof servicesOf>;
  readonly simulations: ReturnType<typeof simulationsOf>;
  readonly skills: ReturnType<typeof skillsOf>;
  readonly surfaces: ReturnType<typeof surfacesOf>;
  readonly tables: ReturnType<typeof tablesOf>;
  readonly tools: ReturnType<typeof toolsOf>;
  readonly workspaces: ReturnType<typeof workspacesOf>;
  readonly world: ReturnType<typeof worldOf>;

  /** @throws ConfigurationError where the key, the workspace or the address is missing */
  constructor(options: PlatformClientOptions | Core) {
    const core = options instanceof Core ? options : coreOf(options);
    super(core);
    this.#core = core;
    this.workspaceId = core.settings.scope['workspace_id'] ?? '';
    this.baseUrl = core.settings.baseUrl;
    this.agents = agentsOf(core);
    this.agentRuns = agentRunsOf(core);
    this.analytics = analyticsOf(core);
    this.apiKeys = apiKeysOf(core);
    this.audit = auditOf(core);
    this.contextGraphs = contextGraphsOf(core);
    this.conversations = conversationsOf(core);
    this.events = eventsOf(core);
    this.integrations = integrationsOf(core);
    this.services = servicesOf(core);
    this.simulations = simulationsOf(core);
    this.skills = skillsOf(core);
    this.surfaces = surfacesOf(core);
    this.tables = tablesOf(core);
    this.tools = toolsOf(core);
    this.workspaces = workspacesOf(core);
    this.world = worldOf(core);
  }

  /** The same client with other options for each request: inner ones win, headers merge. */
  withOptions(options: RequestOptions): PlatformClient {
    return new PlatformClient(this.#core.withOptions(options));
  }
}

function coreOf(options: PlatformClientOptions): Core {
  const {
    apiKey,
    tokens,
    workspaceId,
    baseUrl: given,
    agentBaseUrl,
    region,
    baseUrls,
    ...requests
  } = options;
  const baseUrl = requireBaseUrl(given ?? baseUrlOf(region, baseUrls));
  const scope = { workspace_id: requireSetting('workspaceId', workspaceId) };
  return new Core(
    {
      baseUrl,
      socketBaseUrl: agentBaseUrl === undefined ? baseUrl : requireBaseUrl(agentBaseUrl),
      scope,
      tokens: tokens ?? apiKeySource(requireSetting('apiKey', apiKey)),
      environment: platformEnvironment,
    },
    requests,
  );
}

function baseUrlOf(region: string | undefined, baseUrls: Readonly<Record<string, string>> = {}) {
  if (region === undefined) return undefined;
  if (Object.hasOwn(baseUrls, region)) return baseUrls[region];
  const known = Object.keys(baseUrls).join(', ') || 'none';
  throw new ConfigurationError(`baseUrls has no ${JSON.stringify(region)}. It has: ${known}.`);
}
