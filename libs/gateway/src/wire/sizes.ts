const kib = 1_024;

/** Bodies of a few names and ids, in bytes. */
export const smallBody = 16 * kib;

/**
 * Bodies with texts, in bytes. At most 64 KiB of a request are stored. Clients that escape everything beyond ASCII
 * (`\u00e4`) send up to three times as much, plus the JSON around it.
 */
export const textBody = 256 * kib;

/** Bodies that may hold images, in bytes. */
export const imagesBody = 1_024 * kib;

/** The body of a definition, in bytes: a graph may have as many. */
export const definitionBytes = 1_024 * kib;

/** Values in it: 500 states with a hundred each. Parsing them takes up to 50 ms. */
export const definitionValues = 50_000;

/**
 * A first message of 20,000 characters and twenty tags, in bytes: 326 KB if a client escapes each character
 * (`\ud83d\ude00`). The rest is room to report a text that is too long.
 */
export const conversationBody = 512 * kib;

/** The parts of a turn together, in bytes. */
export const interactBody = 1_024 * kib;
