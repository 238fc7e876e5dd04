/** Schema names stand unquoted in statements and in channel names. @throws TypeError */
export function assertPlainSchemaName(schema: string): void {
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema)) throw new TypeError(`"${schema}" is not a plain schema name.`);
}
