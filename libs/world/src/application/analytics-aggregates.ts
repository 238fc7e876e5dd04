import { conversationActivityAggregate, knownDefinitionAggregate } from './activities.js';
import { auditedResourceAggregate, auditExportAggregate } from './audit-aggregates.js';
import { entityReadsAggregate } from './entity-reads.js';
import { testCredentialsAggregate } from './test-credentials.js';

/** All of analytics and of the audit trail. */
export const analyticsAggregates = [
  conversationActivityAggregate,
  knownDefinitionAggregate,
  testCredentialsAggregate,
  auditedResourceAggregate,
  auditExportAggregate,
  entityReadsAggregate,
] as const;
