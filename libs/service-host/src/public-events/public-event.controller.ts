import { Inject, UseGuards } from '@nestjs/common';
import {
  PublicEventServiceService,
  type ListEventKeysResponse,
  type ListPublicEventsRequest,
  type ListPublicEventsResponse,
} from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import type { StoredLog } from '@svc/event-store';
import { publicEventOf } from '@svc/event-bus';
import { isStorableText } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { RpcController } from '@svc/rpc/nest';
import { DATABASE } from '../platform.module.js';
import { listEventKeys } from './event-keys.js';
import { EventReadersGuard } from './event-readers.guard.js';
import { publicEventToProto } from './public-event-mapping.js';

/** The context's log, under the name of its public events. */
export const PUBLISHED_LOG = Symbol('PUBLISHED_LOG');

const maxEvents = 500;
const maxStreamIdBytes = 512;

/** Returns a context's public events to services that missed them, and the keys of its signatures over them. */
@RpcController(PublicEventServiceService)
export class PublicEventController {
  constructor(
    @Inject(PUBLISHED_LOG) private readonly log: StoredLog,
    @Inject(DATABASE) private readonly database: PooledDatabase,
  ) {}

  @UseGuards(EventReadersGuard)
  async listPublicEvents(request: ListPublicEventsRequest): Promise<ListPublicEventsResponse> {
    const { streamId, afterVersion, limit } = checked(request);
    const events = await this.log.readPublicStream(streamId, afterVersion, limit);
    return { events: events.map((event) => publicEventToProto(publicEventOf(this.log.schema, event))) };
  }

  async listEventKeys(): Promise<ListEventKeysResponse> {
    return { publicKeys: await listEventKeys(this.database, this.log.schema) };
  }
}

/** @throws DomainError `invalid_request` */
function checked(request: ListPublicEventsRequest): ListPublicEventsRequest {
  const { streamId, afterVersion, limit } = request;
  if (streamId === '' || Buffer.byteLength(streamId) > maxStreamIdBytes || !isStorableText(streamId))
    throw new DomainError('invalid_request', `A stream id has 1 to ${maxStreamIdBytes} bytes of text.`);
  if (afterVersion < 0) throw new DomainError('invalid_request', 'Versions count from 0.');
  if (limit < 1 || limit > maxEvents)
    throw new DomainError('invalid_request', `1 to ${maxEvents} events can be asked for at once.`);
  return request;
}
