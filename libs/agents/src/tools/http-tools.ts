import type { ToolVersionBody } from '@svc/definitions/classic';
import type { EndpointBody, RestIntegrationBody } from '@svc/definitions/platform';
import type { JsonObject } from '@svc/kernel';
import { hasEffects, type Authorization, type HttpTool } from '@svc/tools';
import type { z } from 'zod';

type Endpoint = Omit<z.infer<typeof EndpointBody>, 'description'>;
type RestIntegration = z.infer<typeof RestIntegrationBody>;
type ToolVersion = z.infer<typeof ToolVersionBody>;

/** The name of the secret of an integration's `auth`. */
export const authSecret = 'secret_value';

/** An endpoint of an integration, as a tool. */
export function endpointTool(
  { base_url: baseUrl, auth }: Pick<RestIntegration, 'base_url' | 'auth'>,
  endpoint: Endpoint,
  secrets: ReadonlyMap<string, string>,
): HttpTool {
  return httpTool(baseUrl, endpoint, restAuthorization(auth, secrets.get(authSecret) ?? ''));
}

/** A version of a tool of an organization, as a tool. */
export function versionTool(version: ToolVersion): HttpTool {
  return httpTool(version.base_url, version, null);
}

function httpTool(baseUrl: string, endpoint: Endpoint, authorization: Authorization | null): HttpTool {
  return {
    kind: 'http',
    ...traitsOf(endpoint),
    baseUrl,
    method: endpoint.method,
    path: endpoint.path,
    headers: endpoint.headers,
    staticBodyFields: endpoint.static_body_fields,
    bodyFormat: endpoint.body_format,
    responseTemplate: endpoint.response_template,
    maxResponseLength: endpoint.max_response_length,
    maxRetries: endpoint.max_retries,
    retryOnStatus: endpoint.retry_on_status,
    authorization,
  };
}

/** What is known of an HTTP tool without its secrets. */
export function traitsOf({ method, input_schema: schema, timeout_seconds: seconds }: Endpoint) {
  return {
    inputSchema: schema as JsonObject,
    hasEffects: hasEffects(method),
    timeoutMs: Math.ceil(seconds * 1_000),
  };
}

function restAuthorization(auth: RestIntegration['auth'], secret: string): Authorization | null {
  if (auth === null) return null;
  if (auth.type === 'static_header') return { type: 'static_header', headerName: auth.header_name, secret };
  return {
    type: 'oauth2_client_credentials',
    tokenUrl: auth.token_url,
    clientId: auth.client_id,
    clientSecret: secret,
    scopes: auth.scopes ?? [],
    clientAuthMethod: auth.client_auth_method,
  };
}
