import { z } from 'zod';

/** Text with at least one character besides the blanks around it, which are cut off. */
export const str1 = z.string().trim().min(1, 'must hold at least 1 character');
