-- Conversations of a person, by when they began: for timelines.
CREATE INDEX entity_person ON world.entity (tenant_id, (facts ->> 'person_id'), created_at) WHERE entity_type = 'conversation';
CREATE INDEX enrichment_entry_recorded ON world.enrichment_entry (tenant_id, entity_id, recorded_at, event_id);
