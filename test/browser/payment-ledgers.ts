import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeAccountID } from 'xrpl/dist/npm/utils/index.js';

/** A transaction of an account, as a test states it. Without a receiver it sets the regular key of the account. */
export interface MadeTransaction {
  readonly from: string;
  readonly to?: string;
  readonly drops?: bigint;
  readonly destinationTag?: number;
  readonly memos?: readonly (string | Buffer)[];
  readonly regularKey?: string;
}

export const newAccount = (): string => encodeAccountID(randomBytes(20));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').toUpperCase();
/** The hash of a transaction by its place. */
export const hashAt = (index: number, place: number): string => hashOf(`transaction ${index} ${place}`);

const FIRST_BALANCE = 1_000_000_000n;
const FEE = 10n;
/** Seconds since 2000-01-01, the epoch of the ledger: 2026-03-01T09:00:00Z. */
const CLOSED = 825_670_800;

/**
 * Writes ledgers that follow each other into a folder, one file each, as an archive holds them. Each account has 1,000
 * XRP at first.
 */
export function writeLedgers(folder: string, first: number, ledgers: readonly (readonly MadeTransaction[])[]): void {
  const balances = new Map<string, bigint>();
  const change = (account: string, drops: bigint, fields: object = {}) => {
    const before = balances.get(account) ?? FIRST_BALANCE;
    balances.set(account, before + drops);
    const FinalFields = { Account: account, Balance: String(before + drops), ...fields };
    return {
      ModifiedNode: { LedgerEntryType: 'AccountRoot', FinalFields, PreviousFields: { Balance: String(before) } },
    };
  };
  const rawOf = (hash: string, place: number, made: MadeTransaction) => {
    const { from, to, drops = 0n, destinationTag, memos = [], regularKey } = made;
    const nodes = [
      change(from, -drops - FEE, regularKey === undefined ? {} : { RegularKey: regularKey }),
      ...(to === undefined ? [] : [change(to, drops)]),
    ];
    return {
      ...{ hash, Account: from, Fee: String(FEE), Flags: 0 },
      ...(to === undefined
        ? { TransactionType: 'SetRegularKey', RegularKey: regularKey }
        : { TransactionType: 'Payment', Destination: to, Amount: String(drops) }),
      ...(destinationTag !== undefined && { DestinationTag: destinationTag }),
      ...(memos.length > 0 && {
        Memos: memos.map((memo) => ({ Memo: { MemoData: Buffer.from(memo).toString('hex') } })),
      }),
      metaData: { TransactionIndex: place, TransactionResult: 'tesSUCCESS', AffectedNodes: nodes },
    };
  };
  for (const [n, made] of ledgers.entries()) {
    const index = first + n;
    const transactions = made.map((each, place) => rawOf(hashAt(index, place), place, each));
    const ledger = {
      ...{ account_hash: hashOf(`accounts ${index}`), closed: true, close_time: CLOSED + 10 * n },
      ...{ close_time_human: '2026-Mar-01 09:00:00', close_time_resolution: 10, total_coins: '99999578387458031' },
      ...{
        ledger_index: String(index),
        ledger_hash: hashOf(`ledger ${index}`),
        parent_hash: hashOf(`ledger ${index - 1}`),
      },
      transaction_hash: transactions.length === 0 ? '0'.repeat(64) : hashOf(`transactions ${index}`),
      transactions,
    };
    writeFileSync(join(folder, `${index}.json`), JSON.stringify({ ledger }));
  }
}
