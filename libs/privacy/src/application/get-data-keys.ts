import { Injectable } from '@nestjs/common';
import { DataKeys } from '../adapters/data-keys.js';
import type { StoredDataKey } from '../adapters/data-key-wrapping.js';
import { requireSubjects } from './require-subjects.js';

/** The keys of subjects, for contexts that seal and open their personal data. */
@Injectable()
export class GetDataKeys {
  constructor(private readonly keys: DataKeys) {}

  /** @returns without subjects that never had a key. @throws DomainError `invalid_request` */
  async execute(subjects: readonly string[]): Promise<ReadonlyMap<string, StoredDataKey>> {
    const asked = requireSubjects(subjects);
    return asked.length === 0 ? new Map() : this.keys.read(asked);
  }
}
