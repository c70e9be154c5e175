import type * as z from 'zod';
import { eventList } from '../alerts/events/event-list.ts';
import { differenceList } from '../balances/difference-repo.ts';
import { deliveryList } from '../deliveries/delivery-list.ts';
import type { ListedRecords } from '../platform/lists/index.ts';
import { transactionList } from '../transactions/transaction-list.ts';

/** Every counted list of the product. */
export const countedLists: readonly [ListedRecords<z.ZodType>, ...ListedRecords<z.ZodType>[]] = [
  transactionList,
  eventList,
  deliveryList,
  differenceList,
];
