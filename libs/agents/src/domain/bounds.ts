// Everything that people and integrations write has a limit, so that every event holds its data (64 KiB, bodies of
// versions by reference) and one response holds a page of the list. Characters are code points. The API sets 256 for
// the names of agents and graphs, and 20 for keyterms and tags; the other numbers are ours.

/** Names are in an index. */
export const maxNameCharacters = 256;
/** A description, one behavior, one part of an identity. */
export const maxTextCharacters = 4_000;
/** Bytes of canonical JSON; a graph is read whole at the start of each conversation. */
export const maxGraphBytes = 1024 * 1024;
