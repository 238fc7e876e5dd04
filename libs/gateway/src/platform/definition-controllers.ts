import type { Type } from '@nestjs/common';
import { agentResource } from './agent/agent-resource.js';
import { contextGraphResource } from './context-graph/context-graph-resource.js';
import { definitionController } from './definition/definition-controller.js';
import type { DefinitionResource } from './definition/definition-resource.js';
import { versionController } from './definition/version-controller.js';
import { serviceResource } from './service/service-resource.js';
import { skillResource } from './skill/skill-resource.js';

/** Each kind of definition that workspaces have. */
const resources: readonly DefinitionResource[] = [
  agentResource,
  contextGraphResource,
  serviceResource,
  skillResource,
];

export const definitionControllers: readonly Type[] = resources.flatMap((resource) => [
  definitionController(resource),
  ...(resource.versions ? [versionController(resource, resource.versions)] : []),
]);
