import { VersionSet } from '@svc/contracts/agents';
import { column, defineTable, json, unlisted } from '@svc/event-store';
import { toProto } from '@svc/kernel';
import { versionSetToProto } from '../adapters/version-set-mapping.js';
import type { NamedVersionSet } from '../domain/service/version-set.js';
import type { OfService } from './service-table.js';

export const serviceVersionSetTable = defineTable<NamedVersionSet & OfService>()(
  'agents.service_version_set',
  {
    key: {
      tenantId: unlisted(column((row) => row.tenantId)),
      serviceId: unlisted(column((row) => row.serviceId)),
      name: column((row) => row.name),
    },
    columns: {
      versionSet: json((row) => VersionSet.toJSON(toProto(VersionSet, versionSetToProto(row.versionSet)))),
      agentVersionNumber: unlisted(column((row) => row.versionSet.agentVersionNumber)),
      contextGraphVersionNumber: unlisted(column((row) => row.versionSet.contextGraphVersionNumber)),
    },
  },
);
