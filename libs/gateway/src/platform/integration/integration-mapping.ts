import type { StoredDefinition } from '@svc/contracts/agents';
import type { IntegrationBody } from '@svc/definitions/platform';
import type { z } from 'zod';
import { required } from '../../wire/required.js';
import { shown } from '../../wire/shown.js';
import { fromDefinition, storedBody } from '../definition/definition-wire.js';
import { type CreateMcpIntegration, McpIntegration, RestIntegration } from './integration-schemas.js';

/** The one secret of an integration in the agents service. */
const authSecret = 'secret_value';

export function fromIntegration(answered: StoredDefinition | undefined, workspaceId: string) {
  const definition = required(answered);
  const body = storedBody<z.output<typeof IntegrationBody>>(definition.bodyJson);
  const about = fromDefinition(definition, workspaceId);
  if (body.protocol === 'rest') {
    const { protocol: _protocol, ...rest } = body;
    return shown(RestIntegration, { ...about, ...rest, kind: 'rest', endpoint_count: definition.childCount });
  }
  return shown(McpIntegration, {
    ...about,
    ...body,
    base_url: '',
    builtin: false,
    endpoints: [],
    last_test_status: null,
    last_tested_at: null,
    mcp_args: null,
    mcp_command: null,
  });
}

export function secretsOf(secret: string | undefined): Record<string, string> {
  return secret === undefined ? {} : { [authSecret]: secret };
}

/** An integration without `auth` keeps no secret. */
export function removedSecretsOf(auth: object | null | undefined): string[] {
  return auth === null ? [authSecret] : [];
}

/** What the agents service stores of an `auth` with its secret in it. */
export function apartFromSecret(auth: z.output<typeof CreateMcpIntegration>['auth'] | undefined) {
  if (!auth) return { auth, secrets: {} };
  if (auth.type === 'bearer_token')
    return { auth: { type: auth.type }, secrets: secretsOf(auth.bearer_token_value.value) };
  const { api_key_value: secret, ...kept } = auth;
  return { auth: kept, secrets: secretsOf(secret.value) };
}
