import * as z from 'zod';
import { withAddedFields } from '../../transactions/earlier-item.ts';
import { AlertEvent } from './schema.ts';

const StoredForm = z.looseObject({
  transaction: z.unknown(),
  reasons: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .optional(),
});

/**
 * An event as the table holds it. Reasons are JSON text: they may quote numbers beyond 2^53, which the SDK does not
 * write. An earlier version may have stored the transaction.
 */
export const StoredEvent = z.preprocess((item) => {
  const { data } = StoredForm.safeParse(item);
  return data === undefined ? item : { ...data, transaction: withAddedFields(data.transaction) };
}, AlertEvent);
