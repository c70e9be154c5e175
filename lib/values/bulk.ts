import * as z from 'zod';
import { errorCodes } from './errors.ts';
import { Uuid } from './ids.ts';

/** The ids of a bulk request. Ids may repeat; repeated ids count towards the limit. */
export const BulkIds = z.array(Uuid).min(1).max(100);

/** A refused id of a bulk request, with the error code that a single request for this id would get. */
export const BulkFailure = z.object({ id: z.string(), code: z.enum(errorCodes) });
