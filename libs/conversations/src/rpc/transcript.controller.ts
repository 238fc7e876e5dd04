import { UseGuards } from '@nestjs/common';
import {
  TranscriptServiceService,
  type GetTranscriptRequest,
  type GetTranscriptResponse,
} from '@svc/contracts/conversations';
import { requireResourceId } from '@svc/errors';
import { isTenantId } from '@svc/kernel';
import { RpcController } from '@svc/rpc/nest';
import { messageTypes } from '../adapters/enum-mapping.js';
import { GetTranscript } from '../application/get-transcript.js';
import { conversationNotFound } from '../domain/conversation-decider.js';
import { TranscriptReadersGuard } from './transcript-readers.guard.js';

/** For other contexts, without a caller (proto/svc/conversations/v1/transcript_service.proto). */
@RpcController(TranscriptServiceService)
@UseGuards(TranscriptReadersGuard)
export class TranscriptController {
  constructor(private readonly transcripts: GetTranscript) {}

  async getTranscript({
    tenantId,
    conversationId,
    afterOrdinal,
  }: GetTranscriptRequest): Promise<GetTranscriptResponse> {
    if (!isTenantId(tenantId)) throw conversationNotFound();
    const id = requireResourceId(tenantId, 'conversation', conversationId);
    const page = await this.transcripts.execute(tenantId, id, afterOrdinal);
    if (page === null) return { erased: true, messages: [], hasMore: false };
    const messages = page.messages.map(({ messageId, ordinal, type, text, createdAtMs: saidAtMs }) => ({
      messageId,
      ordinal,
      type: messageTypes.toProto(type),
      text,
      saidAtMs,
    }));
    return { erased: false, messages, hasMore: page.hasMore, isSimulated: page.isSimulated };
  }
}
