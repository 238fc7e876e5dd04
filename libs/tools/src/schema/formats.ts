import type { FormatName } from 'ajv-formats';

/** The formats that are checked; others say something to the model alone. */
const names: readonly FormatName[] = [
  ...(['date', 'time', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri'] as const),
  ...(['uri-reference', 'uuid', 'int32', 'int64', 'float', 'double'] as const),
];
export const formats = [...names];
export const formatNames: ReadonlySet<string> = new Set(names);
