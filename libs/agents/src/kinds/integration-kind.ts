import { EndpointBody, IntegrationBody } from '@svc/definitions/platform';
import { validationError } from '@svc/errors';
import type { JsonObject } from '@svc/kernel';
import { bodyBy, parsed } from './bodies.js';
import type { DefinitionKind, DraftBody, KindFacts } from './definition-kind.js';
import { requireInputSchema } from './input-schema-rule.js';
import { slugRule } from './slug-rule.js';
import { workspacePermissionsOf } from './workspace-permissions-of.js';

/** The secret of an integration's `auth`. */
const authSecret = 'secret_value';

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
    body: bodyBy(EndpointBody, ({ description, input_schema: schema }) => {
      requireInputSchema(schema);
      return { description };
    }),
    searched: [`d.summary ->> 'description'`],
  },
};

function integrationBody(given: JsonObject, { secretNames }: KindFacts): DraftBody {
  const body = parsed(IntegrationBody, given);
  if (body.auth !== null && !secretNames.has(authSecret)) {
    const msg = 'is required with auth';
    throw validationError([{ loc: ['body', authSecret], msg, type: 'missing' }]);
  }
  const { display_name, enabled } = body;
  const managed = 'managed' in body && body.managed;
  return { body: body, summary: { display_name, enabled, managed } };
}
