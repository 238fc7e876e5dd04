import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Blobs } from '@svc/blobs';
import { DomainError, FieldChecks } from '@svc/errors';
import type { TenantId } from '@svc/kernel';
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
  keep(tenantId: TenantId): Promise<void>;
}

/** Where the bodies of graph versions are kept: by value in the event, or in the blob store when they don't fit. */
@Injectable()
export class GraphBodies {
  constructor(@Inject(BLOBS) private readonly blobs: Blobs) {}

  /** @throws DomainError `validation_failed` when the body is above `graphBodyLimitBytes`. */
  draft(json: string): GraphBodyDraft {
    const bytes = Buffer.from(json);
    new FieldChecks().atMostBytes(['body'], bytes.length, graphBodyLimitBytes).verify();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const isInline = Buffer.byteLength(JSON.stringify(json)) <= inlineLimitBytes;
    return {
      body: { sha256, sizeBytes: bytes.length, inlineJson: isInline ? json : null },
      keep: async (tenantId) => {
        if (!isInline) await this.blobs.put(tenantId, sha256, bytes);
      },
    };
  }

  /** The canonical JSON of a body that was kept. */
  async read(tenantId: TenantId, body: Pick<GraphBody, 'sha256' | 'inlineJson'>): Promise<string> {
    if (body.inlineJson !== null) return body.inlineJson;
    const bytes = await this.blobs.get(tenantId, body.sha256);
    if (bytes) return Buffer.from(bytes).toString();
    throw new DomainError('internal_error', 'The context graph can not be read at the moment.', {
      privateDetail: `graph body ${body.sha256} of ${tenantId} is missing in the blob store`,
    });
  }
}
