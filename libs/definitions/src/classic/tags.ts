import { tagBounds } from '@svc/kernel';
import { z } from 'zod';

/** The key or the value of a tag of a service or tool. */
export const tagText = z.string().regex(tagBounds.text, tagBounds.textRule);
