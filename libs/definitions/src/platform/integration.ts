import { z } from 'zod';
import { listOf, mapOf } from '../schema/collections.js';
import { orNull } from '../schema/presence.js';
import { nameText, patterned, text } from '../schema/text.js';

/** What graphs call an integration, and one of its endpoints. */
export const integrationSlug = patterned(
  /^[a-z0-9][a-z0-9_-]*[a-z0-9]$/,
  'must be lower-case letters, digits, hyphens and underscores, with a letter or digit at either end',
  { least: 2, most: 128 },
);

/** The runner decides which addresses may be called. */
export const webAddress = patterned(/^[hH][tT]{2}[pP][sS]?:\/\/[^\s/?#]/, 'must be an address of HTTP', {
  least: 1,
  most: 2_083,
})
  .refine((value) => URL.canParse(value), 'must be an address of HTTP')
  .refine((value) => {
    const url = URL.parse(value);
    return url === null || (url.username === '' && url.password === '');
  }, 'must hold no user and no password: they belong to auth');

/** A token of RFC 9110 section 5.6.2. */
export const headerName = patterned(/^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/, 'must be the name of a header', {
  least: 1,
  most: 256,
});

/** The value of a header: visible characters, blanks and tabs. */
const headerValue = patterned(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be the value of a header', { most: 8_192 });
const headers = mapOf(headerName, headerValue, { most: 50, what: 'headers' });
const scopes = listOf(text({ least: 1, most: 256 }), { most: 50 });

export const StaticHeaderAuth = z
  .object({ type: z.literal('static_header'), header_name: headerName })
  .meta({ id: 'StaticHeaderAuthRequest' });

export const OAuth2ClientCredentialsAuth = z
  .object({
    type: z.literal('oauth2_client_credentials'),
    token_url: webAddress,
    client_id: text({ least: 1, most: 1_024 }),
    scopes: orNull(scopes),
    client_auth_method: z.enum(['basic', 'body']).default('basic'),
  })
  .meta({ id: 'OAuth2ClientCredentialsAuthRequest' });

/** How a call shows who it comes from. The secret itself is kept apart. */
export const RestAuth = z.discriminatedUnion('type', [StaticHeaderAuth, OAuth2ClientCredentialsAuth], {
  error: 'must be static_header or oauth2_client_credentials: no other kind of authentication is supported',
});

export const approvalPolicies = ['none', 'writes', 'all'] as const;

/** Whether people approve calls before they are made. */
const ApprovalPolicy = z.enum(approvalPolicies);

/** An integration that calls an HTTP API by its endpoints, beside its name. */
export const RestIntegrationBody = z.object({
  protocol: z.literal('rest'),
  display_name: nameText,
  base_url: webAddress,
  auth: orNull(RestAuth),
  enabled: z.boolean().default(true),
  managed: z.boolean().default(false),
  approval_policy: ApprovalPolicy.default('none'),
});

/** In the words of the May edition. */
export const McpAuth = z.discriminatedUnion(
  'type',
  [
    z
      .object({ type: z.literal('api_key_header'), header_name: headerName })
      .meta({ id: 'ApiKeyHeaderAuthRequest' }),
    z.object({ type: z.literal('bearer_token') }).meta({ id: 'BearerTokenAuthRequest' }),
  ],
  {
    error: 'must be api_key_header or bearer_token: no other kind of authentication is supported here',
  },
);

/** An integration with the tools of an MCP server over streamable HTTP, beside its name. */
export const McpIntegrationBody = z.object({
  protocol: z.literal('mcp'),
  display_name: nameText,
  enabled: z.boolean().default(true),
  mcp_url: webAddress,
  mcp_transport: z.literal('http', 'must be http: no other transport is supported').default('http'),
  mcp_headers: orNull(headers),
  auth: orNull(McpAuth),
});

/** Of `auth`, apart from the body. */
export const secretText = text({ least: 1, most: 8_192 });

export const IntegrationBody = z.discriminatedUnion('protocol', [RestIntegrationBody, McpIntegrationBody], {
  error: 'must be rest or mcp: no other protocol is supported',
});

/** A call that an integration can make, beside its name. Its path is appended to the integration's address. */
export const EndpointBody = z.object({
  description: text({ least: 1, most: 2_048 }),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  path: patterned(/^[^/]/, 'must not begin with a slash', { least: 1, most: 2_048 }),
  input_schema: z.record(z.string(), z.unknown()).default({}),
  headers: headers.default({}),
  static_body_fields: mapOf(text({ least: 1, most: 256 }), text({ most: 8_192 }), {
    most: 50,
    what: 'fields',
  }).default({}),
  body_format: z.enum(['json', 'form']).default('json'),
  response_template: orNull(text({ most: 16_384 })),
  /** 0: no bound of its own. */
  max_response_length: z.int().min(0).max(1_000_000).default(0),
  timeout_seconds: z.number().gt(0).max(600).default(30),
  max_retries: z.int().min(0).max(10).default(2),
  retry_on_status: listOf(z.int().min(100).max(599), { most: 20 }).default([429, 502, 503, 504]),
});
