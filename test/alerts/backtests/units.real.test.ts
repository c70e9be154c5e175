import { expect, it } from '@jest/globals';
import { CreateAddressList } from '../../../lib/address-book/address-list-schema.ts';
import { addressLists } from '../../../lib/address-book/address-lists.ts';
import { compactPartition } from '../../../lib/operation/lists/counted-lists.ts';
import { addressBookKeys } from '../../../lib/platform/table/address-book-keys.ts';
import { listPartition } from '../../../lib/platform/table/counted-list-keys.ts';
import { withReadMeter } from '../../../lib/platform/table/metered-reads.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { transactionRepo } from '../../../lib/transactions/repo.ts';
import { mapConcurrent } from '../../../lib/values/concurrent.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { quiet } from '../../support/quiet.ts';
import { aStoredTransaction, aTransfer } from '../../support/records.ts';
import { makeTable } from '../../support/table.ts';
import { backtesting } from './backtesting.ts';

quiet();

const RECORDS = 600;
/** What a record may cost: the service promises it. */
const MOST_UNITS = 1.1;
/** The strides of the pipeline. */
const STRIDES = { step: 5_000, page: 200 };

const payerOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

const [aFifth, all] = [{ gte: 40 }, { gte: 0 }];
interface Tried {
  readonly conditions: object;
  readonly matched: number;
  readonly most?: number;
  /** Where the list has addresses; nowhere, unless stated. */
  readonly list?: { readonly entries?: number; readonly reserved?: number };
}

/** Each record has a counterparty of its own, which is the dearest case. */
const rules: Record<string, Tried> = {
  'on the value': { conditions: { value_usd: aFifth }, matched: RECORDS / 5 },
  'on the value and the address book': {
    conditions: { value_usd: aFifth, counterparty_not_in: ['address_book', 'own_wallets'] },
    matched: RECORDS / 5,
  },
  'that asks the address book about every record': {
    conditions: { value_usd: all, counterparty_not_in: ['address_book'] },
    matched: RECORDS,
  },
  'that asks a list of the address book about every record': {
    conditions: { value_usd: all, counterparty_not_in: ['list:known'] },
    matched: RECORDS,
    list: { entries: 1 },
  },
  'that asks a list with a source about every record': {
    conditions: { value_usd: all, counterparty_not_in: ['list:known'] },
    matched: RECORDS,
    list: { reserved: 1 },
  },
  // Half a unit for each place that may have the counterparty: an entry of the book, and the source of the list.
  'that asks a list with entries and a source about every record': {
    conditions: { value_usd: all, counterparty_not_in: ['list:known'] },
    matched: RECORDS,
    list: { entries: 1, reserved: 1 },
    most: 1.6,
  },
};

it.each(Object.entries(rules))('a backtest reads few units a record for a rule %s', async (_, given) => {
  const { conditions, matched, most = MOST_UNITS, list = {} } = given;
  const world = await backtesting(await makeTable());
  const { deps, organisation, scenario } = world;
  const began = deps.now();
  deps.advance(7200);
  await mapConcurrent(
    Array.from({ length: RECORDS }, (_, n) => n),
    10,
    (n) => {
      const at = plusSeconds(began, n).toISOString();
      const valueUsd = String(n % 50);
      const record = aStoredTransaction({
        ...{ id: deps.newId(), walletId: scenario.wallet.id, blockTimestamp: at, createdAt: at, valueUsd },
        fromAddress: payerOf(n),
        transfers: [aTransfer({ valueUsd, from: payerOf(n) })],
      });
      return transactionRepo(deps).record(organisation, record, { evaluate: false });
    },
  );
  await compactPartition(deps, listPartition(organisation, 'TX'));
  const { id } = await addressLists({ ...deps, jobs: { start: async () => {} } }).create(
    organisation,
    CreateAddressList.parse({ name: 'known', purpose: 'info' }),
  );
  await write(deps.table, { update: addressBookKeys.list(organisation, id), set: { reserved: 0, ...list } });
  let units = 0;
  const told = await withReadMeter(
    async (read) => {
      units += read;
    },
    () => world.tried({ rule: { ruleType: 'large_transfer', conditions, cooldownMinutes: 1 } }, STRIDES),
  );
  expect(told).toMatchObject({ status: 'completed', rows: RECORDS, matched });
  expect(told.nearMisses).toHaveLength(matched === RECORDS ? 0 : 20);
  expect(units / RECORDS).toBeLessThanOrEqual(most);
  expect(units / RECORDS).toBeGreaterThan(0.5);
});
