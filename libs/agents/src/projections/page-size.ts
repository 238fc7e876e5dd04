/**
 * Of the bodies of a page, which ends with the one that reaches this: far below what an RPC message may hold, whatever the
 * limit that was asked for.
 */
export const maxPageBytes = 16 * 1_024 * 1_024;
