import { Inject, Injectable } from '@nestjs/common';
import { assertPlainBlob, plainBlob, type BlobOwner, type Blobs } from '@svc/blobs';
import { DomainError } from '@svc/errors';
import { streamId, type TenantId } from '@svc/kernel';
import type { VersionBody } from '../domain/version-body.js';

/** For injection: the store of bodies that are too large for an event (`Blobs`). */
export const BLOBS = Symbol('blobs');

/**
 * Bytes that a body may take as a string inside the event's JSON, where quotes and backslashes double. An event holds
 * at most 64 KiB, and its other fields need far less than the difference.
 */
const inlineLimitBytes = 60 * 1024;

/** A definition, which owns its own body and those of its versions. */
export interface Versioned {
  readonly tenantId: TenantId;
  /** The kind of the definition. */
  readonly category: string;
  readonly id: string;
}

/** A body that is about to become a version. */
export interface VersionBodyDraft {
  readonly body: VersionBody;
  /** Stores it in the blob store if it belongs there, before the append of the event that refers to it. */
  keep(): Promise<void>;
}

export interface KeptBody extends Versioned {
  readonly body: Pick<VersionBody, 'address' | 'inlineJson'>;
}

/** The bodies of definitions and versions: in the event, or in the blob store if they don't fit. */
@Injectable()
export class VersionBodies {
  constructor(@Inject(BLOBS) private readonly blobs: Blobs) {}

  /**
   * @param json canonical.
   * @param beside JSON that the event holds too
   */
  draft(versioned: Versioned, json: string, beside = ''): VersionBodyDraft {
    const bytes = Buffer.from(json);
    const blob = plainBlob(ownerOf(versioned), bytes);
    const isInline = inEvent(json) + inEvent(beside) <= inlineLimitBytes;
    return {
      body: { address: blob.address, sizeBytes: bytes.length, inlineJson: isInline ? json : null },
      keep: async () => {
        if (!isInline) await this.blobs.put(blob);
      },
    };
  }

  /** The canonical JSON of stored bodies, in order; those in the blob store are read together. */
  async readAll(kept: readonly KeptBody[]): Promise<readonly string[]> {
    const byReference = kept.filter(({ body }) => body.inlineJson === null);
    const contents =
      byReference.length === 0 ? [] : await this.blobs.getMany(byReference.map((each) => placeOf(each)));
    const fetched = new Map(byReference.map((each, index) => [each, contents[index]]));
    return kept.map((each) => each.body.inlineJson ?? textOf(each, fetched.get(each)));
  }

  async read(kept: KeptBody): Promise<string> {
    const [json = ''] = await this.readAll([kept]);
    return json;
  }
}

/** Bytes that the text takes as a string in the event's JSON. */
function inEvent(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

function ownerOf({ tenantId, category, id }: Versioned): BlobOwner {
  return { tenantId, owner: streamId(tenantId, category, id) };
}

function placeOf(kept: KeptBody) {
  return { ...ownerOf(kept), address: kept.body.address };
}

/** @throws BlobMismatchError */
function textOf(kept: KeptBody, content: Buffer | undefined): string {
  const place = placeOf(kept);
  if (content === undefined) {
    throw new DomainError('internal_error', 'The definition can not be read at the moment.', {
      privateDetail: `the body ${place.address} of ${place.owner} is missing in the blob store`,
    });
  }
  assertPlainBlob({ ...place, content });
  return content.toString();
}
