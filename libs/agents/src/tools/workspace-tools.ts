import { Inject, Injectable } from '@nestjs/common';
import type { EndpointBody, McpIntegrationBody, RestIntegrationBody } from '@svc/definitions/platform';
import { FewAtOnce, type TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import {
  integrationToolId,
  McpListError,
  modelToolName,
  readIntegrationToolId,
  type ListedTool,
  type ToolList,
} from '@svc/tools';
import type { z } from 'zod';
import { DefinitionSecrets } from '../adapters/definition-secrets.js';
import { VersionBodies } from '../adapters/version-bodies.js';
import {
  endpoints,
  integrations,
  skillNames,
  type StoredPart,
  type StoredTool,
} from '../projections/tool-queries.js';
import { endpointTool, traitsOf } from './http-tools.js';
import { mcpServer, mcpTimeoutMs, mcpTool } from './mcp-tools.js';
import { readBodies } from './read-bodies.js';
import { isCallable, missing, unavailable, type ResolvedTool, type ToolReference } from './tool-reference.js';
import { ToolRunning } from './tool-running.js';

type RestIntegration = z.infer<typeof RestIntegrationBody>;
type McpIntegration = z.infer<typeof McpIntegrationBody>;
type Endpoint = z.infer<typeof EndpointBody>;

interface Integration {
  readonly stored: StoredTool;
  /** Undefined: it is too much to be read beside the others. */
  readonly body: RestIntegration | McpIntegration | undefined;
  /** By name; undefined: likewise. */
  readonly endpoints: ReadonlyMap<string, Endpoint | undefined>;
  /** What its MCP server lists, asked for once, however many of its tools are wanted; a sentence: it gives no list. */
  readonly listed: (body: McpIntegration) => Promise<ToolList | string>;
}

/** MCP servers that one request asks for their lists at the same time. */
const serversAtOnce = 16;
/** How long one request asks for lists, in ms: within the deadline of its RPC. */
const listingMs = 6_000;

const isReadable = (part: StoredPart): boolean => part.isReadable;

/** The tools of a workspace: endpoints of its integrations, and what their MCP servers list. */
@Injectable()
export class WorkspaceTools {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly bodies: VersionBodies,
    private readonly secrets: DefinitionSecrets,
    private readonly running: ToolRunning,
  ) {}

  /** An endpoint comes before a tool that an MCP server lists under its id: what a server lists takes no place of ours. */
  async resolve(
    tenantId: TenantId,
    references: readonly ToolReference[],
    signal: AbortSignal,
  ): Promise<readonly ResolvedTool[]> {
    const ways = references.flatMap(({ toolId }) => readIntegrationToolId(toolId));
    const [found, skills] = await Promise.all([
      this.#integrations(
        tenantId,
        ways.map(({ integration }) => integration),
        ways.map(({ tool }) => tool),
        signal,
      ),
      skillNames(
        this.database,
        tenantId,
        references.map(({ toolId }) => toolId),
      ),
    ]);
    const known = new Map(found.map((integration) => [integration.stored.name, integration]));
    return Promise.all(
      references.map(async (reference) => {
        if (skills.has(reference.toolId) && reference.integrationId === undefined)
          return unavailable(reference, 'Skills are not run yet.');
        const owners = readIntegrationToolId(reference.toolId).flatMap(({ integration, tool }) => {
          const owner = known.get(integration);
          return owner && isOf(owner, reference) ? [{ owner, tool }] : [];
        });
        const own = owners.find(({ owner, tool }) => owner.endpoints.has(tool));
        if (own) return toolOf(tenantId, own.owner, own.tool, reference);
        let best: ResolvedTool = missing(reference);
        for (const { owner, tool } of owners) {
          const resolved = await toolOf(tenantId, owner, tool, reference);
          if (isCallable(resolved)) return resolved;
          if (!resolved.isMissing) best = resolved;
        }
        return best;
      }),
    );
  }

  /** All of them, and those that can't be called. */
  async all(tenantId: TenantId, signal: AbortSignal): Promise<readonly ResolvedTool[]> {
    const found = await this.#integrations(tenantId, null, null, signal);
    const tools = await Promise.all(
      found.map(async (owner): Promise<readonly ResolvedTool[]> => {
        const { name } = owner.stored;
        const names = await namesOf(owner);
        if (typeof names === 'string') return [unavailable(latest(integrationToolId(name, '*')), names)];
        return Promise.all(
          names.map((tool) => toolOf(tenantId, owner, tool, latest(integrationToolId(name, tool)))),
        );
      }),
    );
    const endpointIds = new Set(
      found.flatMap(({ stored, endpoints: own }) =>
        [...own.keys()].map((name) => integrationToolId(stored.name, name)),
      ),
    );
    return found.flatMap(({ body }, place) =>
      body?.protocol === 'mcp'
        ? (tools[place] ?? []).filter(({ reference }) => !endpointIds.has(reference.toolId))
        : (tools[place] ?? []),
    );
  }

  /** A sentence: the server gives no list. */
  async #listed(
    tenantId: TenantId,
    { id }: StoredTool,
    body: McpIntegration,
    { caller, listing }: { readonly caller: AbortSignal; readonly listing: AbortSignal },
  ): Promise<ToolList | string> {
    if (listing.aborted && !caller.aborted) return tooLate;
    const secrets = await this.secrets.openAll(this.database, { tenantId, definitionId: id });
    const values = { variables: {}, secrets: Object.fromEntries(secrets) };
    try {
      return await this.running.mcp.list(mcpServer(body, `${tenantId}/${id}`, secrets), values, listing);
    } catch (error) {
      if (error instanceof McpListError) return error.message;
      if (listing.aborted && !caller.aborted) return tooLate;
      throw error;
    }
  }

  async #integrations(
    tenantId: TenantId,
    names: readonly string[] | null,
    endpointNames: readonly string[] | null,
    signal: AbortSignal,
  ): Promise<readonly Integration[]> {
    const stored = await integrations(this.database, tenantId, names);
    const ids = stored.map(({ id }) => id);
    const found = await endpoints(this.database, tenantId, ids, endpointNames);
    const [own, ofEndpoints] = await Promise.all([
      readBodies<RestIntegration | McpIntegration>(
        this.bodies,
        { tenantId, category: 'integration' },
        stored.filter(isReadable),
      ),
      readBodies<Endpoint>(this.bodies, { tenantId, category: 'endpoint' }, found.filter(isReadable)),
    ]);
    const servers = new FewAtOnce(serversAtOnce);
    const listing = AbortSignal.any([signal, AbortSignal.timeout(listingMs)]);
    return stored.map((row) => {
      const children = found.filter(({ integrationId }) => integrationId === row.id);
      const named = children.map((child) => [child.name, ofEndpoints.get(child)] as const);
      let list: Promise<ToolList | string> | undefined;
      const listed = (mcp: McpIntegration) =>
        (list ??= servers.run(() => this.#listed(tenantId, row, mcp, { caller: signal, listing })));
      return { stored: row, body: own.get(row), endpoints: new Map(named), listed };
    });
  }
}

/** Whether a tool of this integration may be meant. */
function isOf({ stored }: Integration, { integrationId }: ToolReference): boolean {
  return integrationId === undefined || integrationId === stored.id;
}

/** The names of its tools; a sentence: why there is no list. */
async function namesOf(owner: Integration): Promise<readonly string[] | string> {
  if (owner.body === undefined) return tooMuch;
  if (owner.body.protocol === 'rest') return [...owner.endpoints.keys()];
  if (!owner.body.enabled) return disabled;
  const list = await owner.listed(owner.body);
  return typeof list === 'string' ? list : list.tools.map(({ name }) => name);
}

async function toolOf(
  tenantId: TenantId,
  { stored, body, endpoints: own, listed: listOf }: Integration,
  tool: string,
  reference: ToolReference,
): Promise<ResolvedTool> {
  const common = {
    reference,
    name: modelToolName(reference.toolId),
    version: null,
    ownerId: stored.id,
    variables: {},
  };
  if (body === undefined) return unavailable(reference, tooMuch);
  if (body.protocol === 'mcp') {
    if (!body.enabled) return unavailable(reference, disabled);
    const list = await listOf(body);
    if (typeof list === 'string') return unavailable(reference, list);
    const listed = list.tools.find(({ name }) => name === tool);
    if (!listed) return notListed(reference, tool, list);
    const key = `${tenantId}/${stored.id}`;
    return {
      ...common,
      ...describedBy(listed),
      withSecrets: (secrets) => mcpTool(mcpServer(body, key, secrets), listed),
    };
  }
  if (!own.has(tool)) return missing(reference);
  const endpoint = own.get(tool);
  if (endpoint === undefined) return unavailable(reference, tooMuch);
  if (!body.enabled) return unavailable(reference, disabled);
  const traits = traitsOf(endpoint);
  const needsApproval =
    body.approval_policy === 'all' || (body.approval_policy === 'writes' && traits.hasEffects);
  return {
    ...common,
    ...traits,
    ...(needsApproval && { needsApproval }),
    description: endpoint.description,
    withSecrets: (secrets) => endpointTool(body, endpoint, secrets),
  };
}

const tooMuch = 'The definitions of these tools are too long to be read together.';
const tooLate = 'Too many servers of this workspace are slow to answer.';
const disabled = 'The integration of this tool is disabled.';

function latest(toolId: string): ToolReference {
  return { toolId, versionConstraint: null };
}

function describedBy({ description, inputSchema, hasEffects }: ListedTool) {
  return { description, inputSchema, hasEffects, timeoutMs: mcpTimeoutMs };
}

/** A tool that the server lists but that can't be used says why. */
function notListed(reference: ToolReference, tool: string, { leftOut }: ToolList): ResolvedTool {
  const reason = leftOut.find(({ name }) => name === tool)?.reason;
  return reason === undefined ? missing(reference) : unavailable(reference, reason);
}
