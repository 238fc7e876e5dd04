import type { TableEvent } from '../src/tables/domain/table-record.js';

const change = { tableId: 'a', changeId: 'b', tableName: 'visit', atMs: 1_700_000_000_123 };

export const tableEventSamples: readonly TableEvent[] = [
  { type: 'TableCreated', data: { ...change, definitionJson: '{"tableName":"visit"}' } },
  { type: 'TableAltered', data: { ...change, actionsJson: '[{"op":"drop_column","name":"a"}]' } },
  { type: 'TableDropped', data: change },
];
