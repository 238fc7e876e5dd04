import {
  headerName,
  integrationSlug,
  McpAuth,
  McpIntegrationBody,
  RestIntegrationBody,
  secretText,
} from '@svc/definitions/platform';
import { anyObject, answerShape, orNull, patchOf, updateOf } from '@svc/definitions/schema';
import { z } from 'zod';
import { documented, named } from '../../wire/documented.js';
import { definitionKeys, definitionTimes } from '../definition/definition-wire.js';

const { protocol: _rest, ...restFields } = RestIntegrationBody.shape;
const { protocol: _mcp, auth: _auth, mcp_transport, ...mcpFields } = McpIntegrationBody.shape;

export const CreateRestIntegration = named(
  'CreateRestIntegrationRequest',
  z.object({ name: integrationSlug, ...restFields, secret_value: secretText.optional() }),
);

/** `auth: null` ends the secret too. */
export const PatchIntegration = named(
  'UpdateRestIntegrationRequest',
  patchOf(z.object({ ...restFields, secret_value: secretText })),
);

const SecretInput = z.object({ value: secretText }).meta({ id: 'SecretInput' });

/** With its secret in it. */
const FlatAuth = z.discriminatedUnion(
  'type',
  [
    z
      .object({ type: z.literal('api_key_header'), header_name: headerName, api_key_value: SecretInput })
      .meta({ id: 'ApiKeyHeaderAuthWithSecret' }),
    z
      .object({ type: z.literal('bearer_token'), bearer_token_value: SecretInput })
      .meta({ id: 'BearerTokenAuthWithSecret' }),
  ],
  { error: 'must be api_key_header or bearer_token: no other kind of authentication is supported here' },
);

/** The form of the May edition, taken for MCP servers alone. */
export const CreateMcpIntegration = named(
  'CreateIntegrationRequest',
  z.object({
    name: integrationSlug,
    protocol: z.literal(
      'mcp',
      'must be mcp: create an integration of REST without protocol and endpoints, then its endpoints one by one',
    ),
    mcp_transport,
    ...mcpFields,
    auth: orNull(FlatAuth),
  }),
);

/** Null and missing leave what is there. */
export const UpdateMcpIntegration = named(
  'UpdateIntegrationRequest',
  updateOf(z.object({ ...mcpFields, auth: orNull(FlatAuth) })),
);

/** Two forms on one path, which `isFlat` tells apart. */
export const CreateIntegration = z
  .looseObject({})
  .register(documented, { like: z.union([CreateRestIntegration, CreateMcpIntegration]) });

/** The May edition's form says `protocol`, `endpoints` or something of MCP, or has an `auth` that only it knows. */
export function isFlat(body: Readonly<Record<string, unknown>>): boolean {
  const auth = body['auth'] as { readonly type?: unknown } | null | undefined;
  const flatAuth = McpAuth.options.map(({ shape }) => shape.type.value as unknown);
  return (
    Object.keys(body).some((key) => key === 'protocol' || key === 'endpoints' || key.startsWith('mcp_')) ||
    flatAuth.includes(auth?.type)
  );
}

export const RestIntegration = named(
  'RestIntegrationResponse',
  z.strictObject({
    ...definitionKeys,
    ...answerShape(z.object(restFields)),
    kind: z.literal('rest'),
    endpoint_count: z.int(),
    ...definitionTimes,
  }),
);

/** What is of other protocols is empty. */
export const McpIntegration = named(
  'IntegrationResponse',
  z.strictObject({
    ...definitionKeys,
    ...answerShape(McpIntegrationBody),
    base_url: z.literal(''),
    builtin: z.literal(false),
    endpoints: z.array(anyObject),
    last_test_status: z.string().nullable(),
    last_tested_at: z.string().nullable(),
    mcp_args: z.array(z.string()).nullable(),
    mcp_command: z.string().nullable(),
    ...definitionTimes,
  }),
);

export const Integration = z.union([RestIntegration, McpIntegration]);
