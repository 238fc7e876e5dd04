const kib = 1_024;

/** Bodies of a few names and ids, in bytes. */
export const smallBody = 16 * kib;

/**
 * Bodies with texts, in bytes. What is kept of a request holds 64 KiB at most; clients that escape everything beyond
 * ASCII (`\u00e4`) send up to three times as much, and some more for what stands around it.
 */
export const textBody = 256 * kib;

/** Bodies that may hold images, in bytes. */
export const imagesBody = 1_024 * kib;

/**
 * A first message of 20,000 characters and twenty tags, in bytes: 326 KB where a client escapes each character
 * (`\ud83d\ude00`), and room for one that is too long to be told its limit.
 */
export const conversationBody = 512 * kib;

/** The parts of a turn together, in bytes. */
export const interactBody = 1_024 * kib;
