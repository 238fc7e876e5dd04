import { TableAltered, TableCreated, TableDropped } from '@svc/contracts/world';
import { storedEvent, type EventType } from '@svc/event-store';
import type { TableEvent } from '../domain/table-record.js';

type DataOf<Type extends TableEvent['type']> = Extract<TableEvent, { readonly type: Type }>['data'];

const isPrivate = { visibility: 'private' } as const;

/** How changes of tables are stored (proto/svc/world/v1/events.proto). */
export const tableEventTypes: { readonly [Type in TableEvent['type']]: EventType<DataOf<Type>> } = {
  TableCreated: storedEvent({ codec: TableCreated, ...isPrivate }),
  TableAltered: storedEvent({ codec: TableAltered, ...isPrivate }),
  TableDropped: storedEvent({ codec: TableDropped, ...isPrivate }),
};
