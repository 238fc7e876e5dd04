import { erasureAggregate } from '@svc/service-host';
import { tableRecordAggregate } from '../tables/application/table-records.js';
import { analyticsAggregates } from './analytics-aggregates.js';
import { enrichmentKeyAggregate } from './enrichment-keys.js';
import { enrichmentAggregate } from './enrichments.js';
import { entityAggregate } from './entities.js';

/** Every aggregate of this context. */
export const worldAggregates = [
  enrichmentKeyAggregate,
  entityAggregate,
  enrichmentAggregate,
  ...analyticsAggregates,
  tableRecordAggregate,
  erasureAggregate,
] as const;
