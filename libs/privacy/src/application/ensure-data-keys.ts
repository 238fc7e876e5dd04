import { Injectable } from '@nestjs/common';
import { DataKeys } from '../adapters/data-keys.js';
import type { StoredDataKey } from '../adapters/data-key-wrapping.js';
import { requireSubjects } from './require-subjects.js';

/** Creates keys for subjects that never had one. Users get theirs from the start. */
@Injectable()
export class EnsureDataKeys {
  constructor(private readonly keys: DataKeys) {}

  /** @returns a key or its erasure for each subject. @throws DomainError `invalid_request` */
  async execute(subjects: readonly string[]): Promise<ReadonlyMap<string, StoredDataKey>> {
    const asked = requireSubjects(subjects);
    return asked.length === 0 ? new Map() : this.keys.ensure(asked);
  }
}
