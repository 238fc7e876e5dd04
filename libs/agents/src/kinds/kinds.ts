import { DomainError } from '@svc/errors';
import { agentKind } from './agent-kind.js';
import { contextGraphKind } from './context-graph-kind.js';
import type { DefinitionKind, KindName } from './definition-kind.js';
import { endpointKind, integrationKind } from './integration-kind.js';
import { serviceKind } from './service-kind.js';
import { skillKind } from './skill-kind.js';
import { toolKind } from './tool-kind.js';

/** Every kind of definition that there is. A further one is declared here. */
export const definitionKinds = {
  agent: agentKind,
  context_graph: contextGraphKind,
  service: serviceKind,
  tool: toolKind,
  skill: skillKind,
  integration: integrationKind,
  endpoint: endpointKind,
} as const satisfies Readonly<Record<KindName, DefinitionKind>>;

export const kindNames = Object.keys(definitionKinds) as readonly KindName[];

/** @throws DomainError `not_found` */
export function kindOf(name: string): DefinitionKind {
  const kind = kindNames.find((known) => known === name);
  if (kind === undefined) throw new DomainError('not_found', 'There is no definition of this kind.');
  return definitionKinds[kind];
}
