import { Core, requireBaseUrl, requireSetting } from '../client/core.js';
import { RouteClient } from '../client/route-client.js';
import type { TokenSource } from '../client/token-source.js';
import { platformEnvironment } from '../transport/environment.js';
import type { RequestOptions } from '../transport/transport.js';
import { conversationsOf, type ClassicConversations } from './resources/conversations.js';
import {
  agentsOf,
  contextGraphsOf,
  servicesOf,
  toolsOf,
  webhookDestinationsOf,
} from './resources/definitions.js';
import { organizationOf, rolesOf, usersOf } from './resources/organization.js';
import { apiKeySignInSource } from './sign-in.js';

export interface ClassicClientOptions extends RequestOptions {
  /** The id of the organization. */
  readonly org: string;
  /** Such as `https://api.example.com`; a path such as `/api` where the page's own server passes requests on. */
  readonly baseUrl: string;
  /** The key, its id and the user to sign in: all three, or `tokens`. */
  readonly apiKey?: string;
  readonly apiKeyId?: string;
  readonly userId?: string;
  /** Where tokens come from that aren't of a sign-in with a key. */
  readonly tokens?: TokenSource;
}

/** A client of one organization, as one of its users. */
export class ClassicClient extends RouteClient {
  readonly org: string;
  readonly baseUrl: string;
  readonly #core: Core;

  readonly agents: ReturnType<typeof agentsOf>;
  readonly contextGraphs: ReturnType<typeof contextGraphsOf>;
  readonly conversations: ClassicConversations;
  readonly organization: ReturnType<typeof organizationOf>;
  readonly roles: ReturnType<typeof rolesOf>;
  readonly services: ReturnType<typeof servicesOf>;
  readonly tools: ReturnType<typeof toolsOf>;
  readonly users: ReturnType<typeof usersOf>;
  readonly webhookDestinations: ReturnType<typeof webhookDestinationsOf>;

  /** @throws ConfigurationError where the address, the organization or a part of the key is missing */
  constructor(options: ClassicClientOptions | Core) {
    const core = options instanceof Core ? options : coreOf(options);
    super(core);
    this.#core = core;
    this.org = core.settings.scope['org'] ?? '';
    this.baseUrl = core.settings.baseUrl;
    this.agents = agentsOf(core);
    this.contextGraphs = contextGraphsOf(core);
    this.conversations = conversationsOf(core);
    this.organization = organizationOf(core);
    this.roles = rolesOf(core);
    this.services = servicesOf(core);
    this.tools = toolsOf(core);
    this.users = usersOf(core);
    this.webhookDestinations = webhookDestinationsOf(core);
  }

  /** The same client with other options for each request: inner ones win, headers merge. */
  withOptions(options: RequestOptions): ClassicClient {
    return new ClassicClient(this.#core.withOptions(options));
  }
}

function coreOf(options: ClassicClientOptions): Core {
  const { org, baseUrl: given, apiKey, apiKeyId, userId, tokens, ...requests } = options;
  const baseUrl = requireBaseUrl(given);
  const scope = { org: requireSetting('org', org) };
  const environment = platformEnvironment;
  const signIn = () => ({
    ...{ baseUrl, org },
    apiKey: requireSetting('apiKey', apiKey),
    apiKeyId: requireSetting('apiKeyId', apiKeyId),
    userId: requireSetting('userId', userId),
  });
  const source = tokens ?? apiKeySignInSource(signIn(), requests, environment);
  return new Core({ baseUrl, socketBaseUrl: baseUrl, scope, tokens: source, environment }, requests);
}
