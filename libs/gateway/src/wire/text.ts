import { z } from 'zod';

/** `str1` of contract-classic.md section 0: trimmed, at least 1 character. */
export const str1 = z.string().trim().min(1, 'must hold at least 1 character');
