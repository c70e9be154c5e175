import type { ChainwatchClient } from '../../sdk/index.ts';
import { beginnings } from '../output/beginnings.ts';
import { CommandError, EXIT, wrongUse } from './failures.ts';
import { type Candidate, LISTED_BY, LISTS } from './nameable.ts';
import { allNamed, idOf, isWholeId, namesSeveral, newest } from './named.ts';

/** A record of a transaction. The wallet is unknown when the user gave the whole id. */
type NamedRecord = Pick<Candidate, 'id' | 'wallet'>;

/**
 * The records of the one transaction that a user names by the beginning of its hash or of an id. Each own wallet that
 * takes part has a record. The whole id of a record names this record alone.
 * @throws CommandError when no transaction, or several, have the name.
 */
export async function recordsNamed(api: ChainwatchClient, text: string): Promise<[NamedRecord, ...NamedRecord[]]> {
  if (isWholeId(text)) return [{ id: text }];
  const among = { what: 'transaction', listedBy: LISTED_BY.transaction };
  const found = allNamed(among, text, await newest(LISTS.transaction(api)));
  const transactions = new Map(found.map((record) => [record.hash, record]));
  if (transactions.size > 1) throw namesSeveral(text, [...transactions.values()]);
  return found;
}

/**
 * The id of the one record that a command needs.
 * @param wallet whose record it is, as the user names the wallet; needed when several wallets take part.
 * @throws CommandError when several records remain, or none.
 */
export async function recordNamed(api: ChainwatchClient, text: string, wallet: string | undefined): Promise<string> {
  if (wallet !== undefined && isWholeId(text)) throw wrongUse('A whole id names one record. Leave out --wallet.');
  const records = await recordsNamed(api, text);
  const walletId = wallet === undefined ? undefined : await idOf(api, 'wallet', wallet);
  const [record, ...others] = records.filter((each) => walletId === undefined || each.wallet?.id === walletId);
  if (record === undefined) {
    const message = `The wallet "${wallet}" takes no part in the transaction, but ${walletsOf(records)}.`;
    throw new CommandError(message, EXIT.notFound);
  }
  if (others.length === 0) return record.id;
  throw wrongUse(`Several wallets take part in the transaction: ${walletsOf(records)}. Choose one by --wallet.`);
}

/** The wallets, each with the id of its record, which names the record, too. */
function walletsOf(records: readonly NamedRecord[]): string {
  const beginningOf = beginnings(records.map(({ id }) => id));
  return records.map(({ id, wallet }) => `"${wallet?.label ?? ''}" (${beginningOf(id)})`).join(', ');
}
