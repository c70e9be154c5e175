import { expireRecords } from '../../lib/operation/retention/run-expiry.ts';
import { configuredArchive } from '../../lib/operation/retention/s3-archive.ts';
import { deps } from '../../lib/platform/deps.ts';
import { env } from '../../lib/platform/env.ts';
import { memo } from '../../lib/values/memo.ts';

const archive = memo(configuredArchive);

/** Each hour: goes on with the pass of the day over the records whose retention is over. */
export const handler = () => {
  const { DELIVERY_DAYS, EVENT_DAYS, TRANSACTION_DAYS } = env.retention();
  const days = { deliveries: DELIVERY_DAYS, events: EVENT_DAYS, transactions: TRANSACTION_DAYS };
  return expireRecords({ ...deps(), archive: archive(), days });
};
