import type { Deps } from '../platform/deps.ts';
import { fieldErrors } from '../values/field-errors.ts';
import { plusSeconds } from '../values/time.ts';
import type { FailedRow } from './bulk-schema.ts';
import type { CreateWallet, StoredWallet } from './schema.ts';
import { accountOf, WalletBody } from './wallet-address.ts';
import { newWallet } from './wallet-writes.ts';

/** A transaction has 100 writes. One counts, one changes the list, one remembers the request, and two are audited. */
const MOST_WRITES = 95;
/** A valid row. */
export interface Row {
  readonly index: number;
  readonly input: CreateWallet;
  /** The fields that the row states. */
  readonly stated: ReadonlySet<string>;
  /** The wallet that the row becomes, unless its address is one already. */
  readonly wallet: StoredWallet;
  readonly tries: number;
}

/** The valid rows; the others have failed. Each row gets an id, so that a repeated request has the same ids. */
export function parsedRows(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  rows: readonly unknown[],
  failed: FailedRow[],
): Row[] {
  const at = now();
  return rows.flatMap((given, index): Row[] => {
    const id = newId();
    const { success, data, error } = WalletBody.safeParse(given);
    if (!success) {
      failed.push({ index, code: 'validation_failed', errors: fieldErrors(error.issues) });
      return [];
    }
    const { address, destinationTag } = accountOf(data);
    // A millisecond for each row: lists, newest first, then show the rows in the reverse of their order.
    const made = plusSeconds(at, index / 1000);
    const wallet = newWallet(id, made, data, { address, destinationTag });
    return [{ index, input: data, stated: new Set(Object.keys(Object(given))), wallet, tries: 1 }];
  });
}

/** The rows that share no address and no external id with a row before them. A transaction writes an item once. */
export function distinct(rows: readonly Row[]): { first: Row[]; others: Row[] } {
  const [addresses, externalIds] = [new Set<string>(), new Set<string | null>()];
  const [first, others]: [Row[], Row[]] = [[], []];
  for (const row of rows) {
    const { address, externalId } = row.wallet;
    const isFirst = !addresses.has(address) && (externalId === null || !externalIds.has(externalId));
    addresses.add(address);
    externalIds.add(externalId);
    (isFirst ? first : others).push(row);
  }
  return { first, others };
}

/** Rows whose writes fit into a transaction. */
export function grouped(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    // The wallet, its address and its external id; on each chain, what four readers of watched addresses read.
    const writes = 3 + 4 * row.wallet.chains.length;
    if (writes > room) {
      groups.push([]);
      room = MOST_WRITES;
    }
    groups.at(-1)?.push(row);
    room -= writes;
  }
  return groups;
}
