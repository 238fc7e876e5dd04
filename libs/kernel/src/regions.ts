/** Regions of installations. Data created in one stays there. */
export const regionCodes = ['us-east-1', 'eu-central-1', 'ap-southeast-2', 'ca-central-1'] as const;

export type RegionCode = (typeof regionCodes)[number];

export function isRegionCode(text: string): text is RegionCode {
  return (regionCodes as readonly string[]).includes(text);
}
