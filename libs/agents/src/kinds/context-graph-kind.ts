import { descriptionText } from '@svc/definitions/schema';
import { z } from 'zod';
import { bodyBy, noBody } from './bodies.js';
import { classicGraphVersion, platformGraphVersion } from './context-graph-versions.js';
import type { DefinitionKind } from './definition-kind.js';
import { usedByActiveService } from './used-by-service.js';
import { workspacePermissionsOf } from './workspace-permissions-of.js';

/** Of a workspace, beside its name. */
const ContextGraphBody = z.object({ description: descriptionText.default('') });

export const contextGraphKind: DefinitionKind = {
  kind: 'context_graph',
  classic: {
    permissions: {
      view: 'Organization:GetServiceHierarchicalStateMachine',
      create: 'Organization:CreateServiceHierarchicalStateMachine',
      retire: 'Organization:DeleteServiceHierarchicalStateMachine',
      firstVersion: 'Organization:CreateServiceHierarchicalStateMachineVersion',
      nextVersion: 'Organization:CreateServiceHierarchicalStateMachineVersion',
    },
    name: { field: 'state_machine_name' },
    body: noBody,
    versions: { body: classicGraphVersion, leadsToGraphs: true },
    usedBy: [usedByActiveService('context_graph')],
  },
  platform: {
    permissions: workspacePermissionsOf('ContextGraph'),
    name: { field: 'name' },
    body: bodyBy(ContextGraphBody),
    versions: { body: platformGraphVersion },
  },
};
