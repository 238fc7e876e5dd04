import { ServiceBody } from '@svc/definitions/platform';
import { answerShape, nameText, updateOf } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { flag } from '../../wire/query.js';
import { shown } from '../../wire/shown.js';
import { defineResource } from '../definition/definition-resource.js';
import { definitionKeys, definitionTimes, fromDefinition } from '../definition/definition-wire.js';

const create = z.object({ name: nameText, ...ServiceBody.shape });

const Service = named(
  'ServiceResponse',
  z.strictObject({
    ...definitionKeys,
    ...answerShape(ServiceBody),
    /** A deleted one has its name too. */
    agent_name: z.string().nullable(),
    context_graph_name: z.string().nullable(),
    /** There are no personas yet. */
    persona_name: z.string().nullable(),
    is_system: z.literal(false),
    ...definitionTimes,
  }),
);

const someId = 'c56a4180-65aa-42ec-a945-5fd21dec0538';

export const serviceResource = defineResource({
  kind: 'service',
  path: 'services',
  idName: 'service_id',
  words: { one: 'service', many: 'services', any: 'a service', schema: 'Service' },
  permissions: {
    view: 'Service.view',
    create: 'Service.create',
    update: 'Service.update',
    delete: 'Service.delete',
  },
  nameKey: 'name',
  create: named('CreateServiceRequest', create),
  update: named('UpdateServiceRequest', updateOf(create)),
  examples: {
    create: { name: 'Appointments by text', agent_id: someId, context_graph_id: someId },
    update: { keyterms: ['Riverside'] },
  },
  filters: { is_active: flag.optional() },
  errors: ['invalid_request'],
  answer: Service,
  show: (definition, body: z.output<typeof ServiceBody>, workspaceId) =>
    shown(Service, {
      ...fromDefinition(definition, workspaceId),
      ...body,
      agent_name: definition.referenceNames[body.agent_id] || null,
      context_graph_name: definition.referenceNames[body.context_graph_id] || null,
      persona_name: null,
      is_system: false,
    }),
});
