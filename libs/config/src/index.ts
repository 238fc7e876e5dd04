export type { AddressRange } from './address-range.js';
export { parseAddressRange, parseAddressRanges } from './address-range.js';
export type { ConfigProblem, Environment } from './load-config.js';
export { ConfigError, loadConfig } from './load-config.js';
export type { MisspeltVariable } from './misspelt-variables.js';
export { misspeltVariables } from './misspelt-variables.js';
export type { ConfigReferenceRow } from './config-reference.js';
export { configReference } from './config-reference.js';
export { serviceWordConfig } from './service-word.js';
export {
  addressRanges,
  choice,
  endpoints,
  filePath,
  flag,
  milliseconds,
  names,
  origins,
  port,
  text,
  url,
  wholeNumber,
} from './variables.js';
