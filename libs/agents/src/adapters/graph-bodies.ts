import { Inject, Injectable } from '@nestjs/common';
import { assertPlainBlob, plainBlob, type BlobOwner, type Blobs } from '@svc/blobs';
import { DomainError, FieldChecks } from '@svc/errors';
import { streamId, type TenantId } from '@svc/kernel';
import type { GraphBody } from '../domain/context-graph/context-graph.js';

/** For injection: the store of bodies that are too large for an event (`Blobs`). */
export const BLOBS = Symbol('blobs');

/**
 * Bytes that the body may take as a string inside the event's JSON, where quotes and backslashes double. An event holds
 * at most 64 KiB, and its other fields stay far below the difference.
 */
const inlineLimitBytes = 60 * 1024;
/** Bytes of canonical JSON; a graph is read whole at the start of each conversation. */
export const graphBodyLimitBytes = 1024 * 1024;

/** A body that is about to become a version. */
export interface GraphBodyDraft {
  readonly body: GraphBody;
  /** Puts it into the blob store if that is its place; before the event that refers to it is appended. */
  keep(): Promise<void>;
}

/** Where the bodies of graph versions are kept: by value in the event, or in the blob store when they don't fit. */
@Injectable()
export class GraphBodies {
  constructor(@Inject(BLOBS) private readonly blobs: Blobs) {}

  /** @throws DomainError `validation_failed` when the body is above `graphBodyLimitBytes`. */
  draft(tenantId: TenantId, contextGraphId: string, json: string): GraphBodyDraft {
    const bytes = Buffer.from(json);
    new FieldChecks().atMostBytes(['body'], bytes.length, graphBodyLimitBytes).verify();
    const blob = plainBlob(ownerOf(tenantId, contextGraphId), bytes);
    const isInline = Buffer.byteLength(JSON.stringify(json)) <= inlineLimitBytes;
    return {
      body: { address: blob.address, sizeBytes: bytes.length, inlineJson: isInline ? json : null },
      keep: async () => {
        if (!isInline) await this.blobs.put(blob);
      },
    };
  }

  /** The canonical JSON of a body that was kept. */
  async read(
    tenantId: TenantId,
    contextGraphId: string,
    { address, inlineJson }: Pick<GraphBody, 'address' | 'inlineJson'>,
  ): Promise<string> {
    if (inlineJson !== null) return inlineJson;
    const place = { ...ownerOf(tenantId, contextGraphId), address };
    const content = await this.blobs.get(place);
    if (content === undefined) {
      throw new DomainError('internal_error', 'The context graph can not be read at the moment.', {
        privateDetail: `graph body ${address} of ${place.owner} is missing in the blob store`,
      });
    }
    assertPlainBlob({ ...place, content });
    return content.toString();
  }
}

/** Bodies are the graph's: they go with it. */
function ownerOf(tenantId: TenantId, contextGraphId: string): BlobOwner {
  return { tenantId, owner: streamId(tenantId, 'context_graph', contextGraphId) };
}
