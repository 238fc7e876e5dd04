import {
  EndpointBody,
  IntegrationBody,
  McpIntegrationBody,
  RestIntegrationBody,
} from '@svc/definitions/platform';
import { validationError } from '@svc/errors';
import type { JsonObject } from '@svc/kernel';
import { isReservedHeader } from '@svc/tools';
import { bodyBy, parsed } from './bodies.js';
import type { DefinitionKind, DraftBody, KindFacts } from './definition-kind.js';
import { requireInputSchema } from './input-schema-rule.js';
import { originOf } from './origin-of.js';
import { slugRule } from './slug-rule.js';
import { workspacePermissionsOf } from './workspace-permissions-of.js';

/** The secret of an integration's `auth`. */
const authSecret = 'secret_value';

/** By `protocol`. */
const fieldsOf = {
  rest: Object.keys(RestIntegrationBody.shape),
  mcp: Object.keys(McpIntegrationBody.shape),
} as const;

export const integrationKind: DefinitionKind = {
  kind: 'integration',
  children: 'endpoint',
  hasSecrets: true,
  platform: {
    permissions: workspacePermissionsOf('Integration'),
    name: slugRule('name', 128),
    body: integrationBody,
    filters: ['enabled'],
    searched: [`d.summary ->> 'display_name'`, 'd.definition_id'],
    usedBy: [
      {
        kind: 'skill',
        condition: `d.summary -> 'integrations' ? $name`,
        code: 'conflict',
        message: 'A skill uses this integration. Take it out of the skill first.',
      },
      {
        kind: 'integration',
        condition: `d.definition_id = $id AND (d.summary ->> 'managed')::boolean`,
        code: 'conflict',
        message: 'This integration is managed, so it can not be deleted.',
      },
    ],
  },
};

/** An integration's endpoints are changed by whoever may change the integration. */
export const endpointKind: DefinitionKind = {
  kind: 'endpoint',
  parent: 'integration',
  platform: {
    permissions: {
      view: 'Integration.view',
      create: 'Integration.update',
      update: 'Integration.update',
      retire: 'Integration.update',
    },
    name: slugRule('name', 128),
    body: bodyBy(EndpointBody, ({ description, input_schema: schema, headers }) => {
      requireInputSchema(schema);
      refuseReservedHeaders(Object.keys(headers), ['body', 'headers']);
      return { description };
    }),
    searched: [`d.summary ->> 'description'`],
    takenBy: [
      {
        kind: 'endpoint',
        condition: `d.parent_id <> $id AND EXISTS (
          SELECT FROM agents.definition AS other, agents.definition AS own
           WHERE other.tenant_id = d.tenant_id AND other.definition_id = d.parent_id AND NOT other.is_retired
             AND own.tenant_id = d.tenant_id AND own.definition_id = $id
             AND other.name || '__' || d.name = own.name || '__' || $name)`,
        code: 'conflict',
        message:
          'As a tool this endpoint would have the id of one of another integration. Name it differently.',
      },
    ],
  },
};

function integrationBody(given: JsonObject, { secretNames, givenSecrets, before }: KindFacts): DraftBody {
  const body = parsed(IntegrationBody, given);
  if (before !== null) refuseOtherProtocol(given, body);
  if (body.auth !== null && 'header_name' in body.auth)
    refuseReservedHeaders([body.auth.header_name], ['body', 'auth']);
  if (body.protocol === 'mcp')
    refuseReservedHeaders(Object.keys(body.mcp_headers ?? {}), ['body', 'mcp_headers']);
  if (body.auth !== null) {
    requireSecret(secretNames, 'is required with auth');
    // Who may change an integration may not read its secret: so the stored one goes to no new server.
    if (before !== null && secretPlaces(before) !== secretPlaces(body))
      requireSecret(givenSecrets, 'is required again, as it would be sent to another server');
  }
  const { display_name, enabled } = body;
  const managed = 'managed' in body && body.managed;
  return { body: body, summary: { display_name, enabled, managed } };
}

/** @throws DomainError `validation_failed` */
function requireSecret(names: ReadonlySet<string>, msg: string): void {
  if (!names.has(authSecret)) throw validationError([{ loc: ['body', authSecret], msg, type: 'missing' }]);
}

/** Every call would fail with them. @throws DomainError `validation_failed` */
function refuseReservedHeaders(names: readonly string[], loc: readonly string[]): void {
  const faults = names.filter(isReservedHeader).map((name) => {
    const msg = `the header ${name} belongs to the connection, so it can't be set`;
    return { loc: [...loc], msg, type: 'value_error' };
  });
  if (faults.length > 0) throw validationError(faults);
}

/** Where an integration sends its secret, or tokens that it gets for it. */
function secretPlaces({ base_url: base, mcp_url: mcp, auth }: JsonObject): string {
  const { token_url: token } = (auth ?? {}) as { readonly token_url?: string };
  return JSON.stringify([base, mcp, token].map((address) => originOf(address)));
}

/**
 * A change that would be dropped may be one that protects: `approval_policy` of an MCP server.
 * @throws DomainError `validation_failed` at each field that only the other protocol has
 */
function refuseOtherProtocol(given: JsonObject, { protocol }: { readonly protocol: 'rest' | 'mcp' }): void {
  const other = protocol === 'rest' ? fieldsOf.mcp : fieldsOf.rest;
  const faults = other
    .filter((field) => Object.hasOwn(given, field) && !fieldsOf[protocol].includes(field))
    .map((field) => ({
      ...{ loc: ['body', field], type: 'extra_forbidden' },
      msg: `is not a field of integrations of the protocol ${protocol}`,
    }));
  if (faults.length > 0) throw validationError(faults);
}
