import type { HeldSince } from '../alerts/evaluation/balance/judge-balance.ts';
import { matchForm } from '../chains/address.ts';
import { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { type TransactionRepo, transactionRepo } from '../transactions/repo.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { minus, sum } from '../values/decimal.ts';
import type { OrganisationId } from '../values/ids.ts';
import { hasTags } from '../wallets/account-wallets.ts';
import { type WalletRepo, walletRepo } from '../wallets/repo.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import { blockRepo } from '../watch/block-records.ts';
import { changeOf } from './recorded-changes.ts';
import { type BalanceRepo, balanceRepo } from './repo.ts';
import { notNegative, presentAmount } from './schema.ts';

interface HeldSinceDeps {
  readonly balances: Pick<BalanceRepo, 'isRight' | 'lastCheck' | 'nativeOf' | 'token'>;
  readonly transactions: Pick<TransactionRepo, 'walk' | 'whole'>;
  readonly wallets: Pick<WalletRepo, 'byId' | 'owned'>;
}

/** Records that are read at a time: few wallets have more records between two checks. */
const STEP = 10;
/** A wallet with more records since the last check waits for the next check, which costs less. */
export const MOST_RECORDS_HELD = 200;
/** Wallets with tags whose records are read with those of the account. With more, the account waits for the check. */
const MOST_TAGGED = 20;
/** Records whose effects are read at a time. */
const RECORDS_AT_ONCE = 8;

/** See `HeldSince`. Costs a few reads, and those of the records since, at most twice `MOST_RECORDS_HELD`. */
export const heldSince =
  (deps: HeldSinceDeps): HeldSince =>
  async (organisationId, { walletId, chain: id, blockNumber: to }, form, from) => {
    const chain = ChainId.parse(id);
    const wallet = (await deps.wallets.byId(organisationId, [walletId])).get(walletId);
    if (wallet === undefined || wallet.destinationTag !== null) return null;
    const walletIds = await walletsOfAccount(deps, organisationId, wallet, chain);
    if (walletIds === null) return null;
    const account = { organisationId, chain, address: wallet.address, walletIds };
    const base = await baseOf(deps, chain, matchForm(chain, wallet.address), form);
    if (base === null) return null;
    // With very many records since the last judged one, often of other assets, the nearer block must do.
    const near = Math.max(from ?? -1, Math.min(base.height, to - 1));
    const read = (first: number) => changesAbove(deps, account, form, Math.min(base.height, first));
    const far = from ?? near;
    const whole = await read(far);
    const first = whole === null ? near : far;
    const changes = whole ?? (near === far ? null : await read(near));
    if (changes === null) return null;
    const between = (above: number, upTo: number) =>
      sum(changes.filter(({ height }) => height > above && height <= upTo).map(({ amount }) => amount));
    const after = (height: number) => ({
      height,
      amount: notNegative(
        height >= base.height
          ? sum([base.amount, between(base.height, height)])
          : minus(base.amount, between(height, base.height)),
      ),
    });
    const heights = new Set(changes.map(({ height }) => height).filter((height) => height > first && height <= to));
    return [after(first), ...[...heights].sort((a, b) => a - b).map(after)];
  };

/** The same, on one table. */
export function heldSinceOn(deps: Pick<Deps, 'table' | 'now' | 'newId'>): HeldSince {
  const balances = balanceRepo(deps, blockRepo(deps));
  return heldSince({ balances, transactions: transactionRepo(deps), wallets: walletRepo(deps) });
}

/** The last balance that a check states, and the block after which it is right. */
async function baseOf({ balances }: HeldSinceDeps, chain: ChainId, address: string, form: string) {
  // First the check: a balance that is read after it may be newer, and is never older than the check.
  const check = await balances.lastCheck(chain, Number.MAX_SAFE_INTEGER);
  if (check === null) return null;
  if (form === 'native') {
    const native = await balances.nativeOf(chain, address);
    if (native?.amount === undefined || native.height === undefined) return null;
    const { amount, height, hash } = native;
    if (!(await balances.isRight(chain, check, { height, hash }))) return null;
    return { height: Math.max(check.height, height), amount };
  }
  const token = await balances.token(chain, address, form);
  const amount = token === null ? null : presentAmount(token);
  if (token === null || amount === null) return null;
  if (!(await balances.isRight(chain, check, { height: token.movedTo, hash: token.hash }))) return null;
  return { height: Math.max(check.height, token.movedTo), amount };
}

/**
 * The wallets whose records together say what an account moved: each wallet with a tag has the records of its tag. Null
 * for an account with very many of them, or with one that is not watched, whose payments nobody records.
 */
async function walletsOfAccount(
  { wallets }: HeldSinceDeps,
  organisationId: OrganisationId,
  { id, address }: StoredWallet,
  chain: ChainId,
): Promise<readonly string[] | null> {
  if (!hasTags(chain)) return [id];
  const tagged = [...((await wallets.owned(organisationId, [chain], [address])).get(address)?.tagged.values() ?? [])];
  if (tagged.length > MOST_TAGGED) return null;
  const found = [...(await wallets.byId(organisationId, tagged)).values()];
  return found.every(({ watch }) => watch) ? [id, ...tagged] : null;
}

/** An account of an organisation, and its wallets. */
interface Account {
  readonly organisationId: OrganisationId;
  readonly chain: ChainId;
  readonly address: string;
  readonly walletIds: readonly string[];
}

/** What the records of an account changed above a height. Null when too many records say, or one without decimals. */
async function changesAbove(
  { transactions }: HeldSinceDeps,
  { organisationId, chain, address, walletIds }: Account,
  form: string,
  height: number,
): Promise<readonly { readonly height: number; readonly amount: string }[] | null> {
  /** By hash: a payment from one tag of an account to another has two records. */
  const above = new Map<string, StoredTransaction>();
  let read = 0;
  for (const walletId of walletIds) {
    /** The time of the newest record at or below the height. Several blocks may have the same time. */
    let endAt: string | null = null;
    reading: for await (const { records } of transactions.walk(organisationId, { walletId, chain }, { step: STEP })) {
      // A caller alone states an import without a block, and its height.
      for (const record of records.filter(({ blockHash }) => blockHash !== null)) {
        if (endAt !== null && record.blockTimestamp < endAt) break reading;
        if (record.blockNumber > height) above.set(record.hash, record);
        else endAt ??= record.blockTimestamp;
      }
      read += records.length;
      if (read > MOST_RECORDS_HELD) return null;
    }
  }
  const changed = await mapConcurrent([...above.values()], RECORDS_AT_ONCE, async (record) => {
    const { native, tokens } = changeOf(await transactions.whole(organisationId, record), address);
    if (form === 'native') return { height: record.blockNumber, amount: native };
    const own = tokens.filter(({ tokenAddress }) => matchForm(chain, tokenAddress) === form);
    if (own.some(({ isRaw }) => isRaw)) return null;
    return { height: record.blockNumber, amount: sum(own.map(({ amount }) => amount)) };
  });
  const known = changed.filter((change) => change !== null);
  return known.length < changed.length ? null : known;
}
