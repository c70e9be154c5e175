import * as z from 'zod';
import { errorCodes } from './errors.ts';
import { Uuid } from './ids.ts';

/** Ids of a bulk request. They may repeat; repeats count towards the limit. */
export const BulkIds = z.array(Uuid).min(1).max(100);

/** An id of a bulk request that was refused, with the error code that a request for it alone would get. */
export const BulkFailure = z.object({ id: z.string(), code: z.enum(errorCodes) });
