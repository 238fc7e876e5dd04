/** The extractor that made memories. */
export interface ExtractorVersion {
  /** `offline/rules`, or the model's `provider/model`. */
  readonly name: string;
  readonly version: number;
}

export function isSameExtractor(one: ExtractorVersion, other: ExtractorVersion): boolean {
  return one.name === other.name && one.version === other.version;
}
