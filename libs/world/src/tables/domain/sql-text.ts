/** The interface's `IdentifierString`: 1 to 63 characters, so that PostgreSQL cuts none off. */
export const identifierPattern = /^[a-z][a-z0-9_]{0,62}$/;
export const identifierRule =
  'must hold 1 to 63 small letters, digits and underscores, and begin with a letter';

/** Quoted, so that no name is a keyword; a quote in it is doubled. */
export function quotedIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A string literal of any text, whatever `standard_conforming_strings` is. */
export function quotedLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  return text.includes('\\') ? `E${quoted}` : quoted;
}
