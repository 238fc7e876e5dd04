import { pages, plain, resourceOf, withBody, withQuery } from '../../client/calls.js';

/** What is known of people and things. */
export const worldOf = resourceOf({
  listEntities: pages('GET /v1/{workspace_id}/world/entities', 'entities'),
  createEntity: withBody('POST /v1/{workspace_id}/world/entities'),
  getEntity: plain('GET /v1/{workspace_id}/world/entities/{entity_id}'),
  updateEntity: withBody('PATCH /v1/{workspace_id}/world/entities/{entity_id}'),
  eraseEntity: plain('DELETE /v1/{workspace_id}/world/entities/{entity_id}'),
  mergeEntity: withBody('POST /v1/{workspace_id}/world/entities/{entity_id}/merge'),
  listMergedEntities: plain('GET /v1/{workspace_id}/world/entities/{entity_id}/merged'),
  unmergeEntity: plain('POST /v1/{workspace_id}/world/entities/{merged_entity_id}/unmerge'),
  getEntityTimeline: pages('GET /v1/{workspace_id}/world/entities/{entity_id}/timeline', 'events'),
  resolveEntities: withBody('POST /v1/{workspace_id}/world/entities/resolve'),
  searchEntities: pages('GET /v1/{workspace_id}/world/search', 'results'),
  listEntityTypes: withQuery('GET /v1/{workspace_id}/world/entity-types'),
  listEnrichment: withQuery('GET /v1/{workspace_id}/world/entities/{entity_id}/enrichment'),
  putEnrichment: withBody('PUT /v1/{workspace_id}/world/entities/{entity_id}/enrichment/{key}'),
  listEnrichmentHistory: withQuery(
    'GET /v1/{workspace_id}/world/entities/{entity_id}/enrichment/{key}/history',
  ),
  listEnrichmentKeys: withQuery('GET /v1/{workspace_id}/world/enrichment-keys'),
  createEnrichmentKey: withBody('POST /v1/{workspace_id}/world/enrichment-keys'),
  updateEnrichmentKey: withBody('PATCH /v1/{workspace_id}/world/enrichment-keys/{enrichment_key_id}'),
  deleteEnrichmentKey: plain('DELETE /v1/{workspace_id}/world/enrichment-keys/{enrichment_key_id}'),
});

/** Forms that people fill in by a link. */
export const surfacesOf = resourceOf({
  list: pages('GET /v1/{workspace_id}/surfaces'),
  create: withBody('POST /v1/{workspace_id}/surfaces'),
  get: plain('GET /v1/{workspace_id}/surfaces/{surface_id}'),
  deliver: withBody('POST /v1/{workspace_id}/surfaces/{surface_id}/deliver'),
  approve: plain('POST /v1/{workspace_id}/surfaces/{surface_id}/approve'),
  reject: withBody('POST /v1/{workspace_id}/surfaces/{surface_id}/reject'),
  archive: plain('DELETE /v1/{workspace_id}/surfaces/{surface_id}'),
});

/** The workspace's own tables, and queries of their rows. */
export const tablesOf = resourceOf({
  list: plain('GET /v1/{workspace_id}/tables'),
  create: withBody('POST /v1/{workspace_id}/tables'),
  get: plain('GET /v1/{workspace_id}/tables/{table_id}'),
  alter: withBody('PATCH /v1/{workspace_id}/tables/{table_id}'),
  drop: plain('DELETE /v1/{workspace_id}/tables/{table_id}'),
  query: withBody('POST /v1/{workspace_id}/query'),
});
