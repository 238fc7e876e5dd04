import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject, TenantId } from '@svc/kernel';

/** A public event as its context has published it, with personal data unsealed: only of invented persons. */
export interface PublicEventSample {
  readonly tenantId: TenantId;
  readonly streamId: string;
  /** Its data subject; null: none. */
  readonly subject: string | null;
  readonly schemaVersion: number;
  readonly payload: JsonObject;
}

/**
 * The recorded samples of a type (`proto/svc/<source>/v1/samples/<type>.json`), of each schema version and form there
 * ever was: its owner's tests demand that it still publishes and reads them, those of each consumer feed it with all.
 * @throws Error when there is none
 */
export function samplesOf({
  source,
  type,
}: {
  readonly source: string;
  readonly type: string;
}): readonly [PublicEventSample, ...PublicEventSample[]] {
  const file = new URL(`${type}.json`, folderOf(source));
  const [first, ...further] = JSON.parse(readFileSync(file, 'utf8')) as readonly PublicEventSample[];
  if (!first) throw new Error(`There is no sample of ${source}.${type}`);
  return [first, ...further];
}

/** All that are recorded of a context, for its own tests. */
export function allSamplesOf(
  source: string,
): readonly (readonly [type: string, sample: PublicEventSample])[] {
  const types = readdirSync(folderOf(source)).map((file) => path.parse(file).name);
  return types.flatMap((type) => samplesOf({ source, type }).map((sample) => [type, sample] as const));
}

const folderOf = (source: string): URL =>
  new URL(`../../../proto/svc/${source}/v1/samples/`, import.meta.url);
