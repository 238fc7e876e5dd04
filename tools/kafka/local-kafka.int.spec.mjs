import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { KafkaCluster } from '@svc/testing/kafka-cluster';
import { clusterThatIsThere } from './local-kafka.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-local-kafka-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A cluster of so many brokers that was last used then; none of them runs. */
function cluster(brokers, usedAtS) {
  const ports = Array.from({ length: brokers }, (_, index) => 40_000 + 2 * index);
  const created = KafkaCluster.create({ folder: path.join(folder, `of-${brokers}`), jars: '', ports });
  utimesSync(path.join(folder, `of-${brokers}`, 'cluster.json'), usedAtS, usedAtS);
  return created;
}

it.each([
  ['of three brokers is used again', 1_000, 2_000, 3],
  ['of one broker is used again', 2_000, 1_000, 1],
])('given two clusters that do not run, then the latest one %s', (_which, one, three, brokers) => {
  const there = clusterThatIsThere([cluster(1, one), cluster(3, three)]);
  expect(there.brokers).toHaveLength(brokers);
});

it('given none, then there is none', () => {
  expect(clusterThatIsThere([])).toBeUndefined();
});
