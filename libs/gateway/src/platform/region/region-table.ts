import { isRegionCode, regionCodes, type RegionCode } from '@svc/kernel';

/** The base URL of a region. */
export interface Region {
  readonly region: RegionCode;
  /** Without a final slash. */
  readonly baseUrl: string;
}

/** For the configuration. */
export const REGIONS = Symbol('regions');

const example = '{"us-east-1": "https://api.example.com"}';

/**
 * Reads a table such as `{"us-east-1": "https://api.example.com"}`.
 * @returns its rows in the order of the known regions, or what is wrong with the text
 */
export function parseRegionTable(text: string): readonly Region[] | string {
  const table = parseObject(text);
  if (!table) return `must be a JSON object of regions and their base URLs, such as ${example}`;
  const regions = new Map<RegionCode, string>();
  for (const [code, baseUrl] of Object.entries(table)) {
    if (!isRegionCode(code)) return `names no region with "${code}": they are ${regionCodes.join(', ')}`;
    if (!isBaseUrl(baseUrl)) return `must give "${code}" a base URL such as https://api.example.com`;
    regions.set(code, baseUrl.replace(/\/+$/, ''));
  }
  return regionCodes.flatMap((region) => {
    const baseUrl = regions.get(region);
    return baseUrl === undefined ? [] : [{ region, baseUrl }];
  });
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Public: no URL may hold a credential. */
function isBaseUrl(value: unknown): value is string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url) return false;
  const { protocol, username, password, search, hash } = url;
  return ['http:', 'https:'].includes(protocol) && [username, password, search, hash].join('') === '';
}
