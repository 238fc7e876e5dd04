import { z } from 'zod';
import { withFacts } from '../wire/documented.js';

/** Of everything in a workspace, in requests and in answers. */
export const uuid = withFacts(z.string(), { format: 'uuid' });
