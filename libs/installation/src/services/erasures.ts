import path from 'node:path';
import { ErasureFile, type ErasureList } from '@svc/privacy';
import type { Configuration } from '../configuration.js';

/** @param say called if the list is damaged */
export function openErasures(
  { SVC_ERASURES: file, SVC_DATA_DIR: dataDir }: Configuration,
  say: (sentence: string) => void,
): ErasureList {
  return new ErasureFile(file ?? path.join(dataDir, 'erasures'), say);
}
