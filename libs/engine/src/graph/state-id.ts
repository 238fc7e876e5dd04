import { createHash } from 'node:crypto';
import type { StateName } from './context-graph.js';

const maxSlugCharacters = 40;

/** A state's name as a part of ids: letters, digits and underscores as they are, of any other name a slug and a hash. */
export function stateId(name: StateName): string {
  if (/^[A-Za-z0-9_]+$/.test(name)) return name;
  const slug = name.replaceAll(/[^A-Za-z0-9]+/g, '_').slice(0, maxSlugCharacters);
  return `${slug}~${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
