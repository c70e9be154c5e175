import { matchForm } from '../chains/address.ts';
import type { HeldToken } from '../chains/port/chain.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { ChainId } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { minus } from '../values/decimal.ts';
import { throttledSince, throttlings } from '../wallets/throttled-wallets.ts';
import type { AddressWatcher } from '../wallets/watched-addresses.ts';
import type { BalanceCheckOptions } from '../watch/checks-beside.ts';
import type { Cursor } from '../watch/schema.ts';
import { type AskedToken, askedTokens } from './asked-tokens.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { heldSince } from './held-since.ts';
import type { KeptBalances } from './kept-balances.ts';
import type { BegunCheck } from './repo.ts';
import { AT_ONCE } from './sample-balances.ts';
import type { TokenBalance } from './schema.ts';
import { emptyBalance, type TokenBase, type TokenCheck } from './token-bases.ts';
import { compareToken, storing } from './token-check.ts';

/** After each scan, a check asks for so many tokens at most. Each takes a request. */
const MOST_TOKENS = 8 * AT_ONCE;

/** What a node has said of a token of an account. Null for an address that is no token. */
interface Sample {
  readonly asked: AskedToken;
  readonly held: HeldToken | null;
}

interface Sampled {
  readonly check: BegunCheck;
  readonly samples: readonly Sample[];
}

/**
 * Compares the balances of tokens that rules ask for, where nodes keep no old states: when a rule begins to ask, and
 * then once a day. A token for which no rule asks costs no request, because strangers make tokens without limit.
 * @returns the check, which returns true while what a node said belongs to a block that is not yet scanned. No other
 *   check may begin meanwhile.
 */
export function askedTokenChecker(deps: BalanceCheckDeps, kept: Pick<KeptBalances, 'list'>) {
  const waiting = askedTokens(deps);
  const heldAt = heldSince(deps);
  let sampled: Sampled | null = null;

  async function sample(
    tokens: readonly AskedToken[],
    at: TokenCheck['at'],
    { chain, signal, proceed }: BalanceCheckOptions,
  ): Promise<Sampled> {
    const check = await deps.balances.begin(chain.id);
    // The check changes no native balance. Without the list, other processes read all native balances again.
    await kept.list(check);
    const samples = await mapConcurrent(tokens, AT_ONCE, async (asked): Promise<Sample | null> => {
      if (deps.reader.heldToken === undefined || !(await proceed())) {
        waiting.giveBack(asked);
        return null;
      }
      try {
        const held = await deps.reader.heldToken(asked, at, signal);
        if (held === null) waiting.rest(asked, 'no token');
        return { asked, held };
      } catch (error) {
        // A stranger can make one answer too large. The other tokens go on.
        if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
        const { owner: address, tokenAddress: token } = asked;
        waiting.rest(asked, 'unread');
        log.warn('balance.token_unread', { chain: chain.id, address, token, reason: error.message });
        return null;
      }
    });
    return { check, samples: samples.filter((each) => each !== null) };
  }

  /** Compares and stores a balance. False when another check has begun. */
  async function compare(
    check: BegunCheck,
    { asked, held }: Sample,
    at: TokenCheck['at'],
    { chain, signal }: BalanceCheckOptions,
  ): Promise<boolean> {
    const { form, owner: address, tokenAddress } = asked;
    const block = held === null ? at : await deps.blocks.get(chain.id, held.height);
    if (block === null) return true;
    const askers = await notThrottled(deps, asked);
    if (askers.length === 0) {
      log.info('balance.token_throttled', { chain: chain.id, address, token: tokenAddress });
      return true;
    }
    const seen = await deps.balances.token(chain.id, form, matchForm(chain.id, tokenAddress));
    const token = { chain, check, at: block, changes: new Map(), signal };
    const asset = held?.asset ?? tokenAddress;
    const balance = seen ?? emptyBalance(token, { form, address, tokenAddress, asset }, deps.now());
    const base = seen === null || held === null ? null : await baseOf(chain.id, { ...asked, askers }, held, seen);
    const store = await storing(deps, token, [balance]);
    return compareToken(deps, token, { balance, base }, held?.amount ?? null, store);
  }

  /** What the balance should be by the records. Null while nobody knows it, or when the records are too many. */
  async function baseOf(
    chain: ChainId,
    { tokenAddress, askers }: AskedToken,
    held: HeldToken,
    { amount, height, movedTo, hash }: TokenBalance,
  ): Promise<TokenBase | null> {
    if (amount === null || (await deps.blocks.isReplaced(chain, { height: movedTo, hash }))) return null;
    const sums = await mapConcurrent(askers, AT_ONCE, async ({ organisationId, walletId }) => {
      const place = { id: walletId, walletId, chain, blockNumber: held.height };
      const blocks = await heldAt(organisationId, place, matchForm(chain, tokenAddress), held.height);
      return blocks?.[0].height === held.height ? blocks[0].amount : null;
    });
    const known = sums.filter((each) => each !== null);
    // A wallet that is watched for a shorter time has fewer records.
    const expected = known.includes(held.amount) ? held.amount : known[0];
    return expected === undefined ? null : { height, amount, recorded: minus(expected, amount) };
  }

  return async (cursor: Cursor, options: BalanceCheckOptions): Promise<boolean> => {
    if (deps.reader.heldToken === undefined) return false;
    const { chain, proceed } = options;
    const tokens = sampled === null ? await waiting.next(chain.id, MOST_TOKENS, proceed) : [];
    if (sampled === null && tokens.length === 0) return false;
    const at = await deps.blocks.get(chain.id, cursor.height);
    if (at === null || at.hash !== cursor.hash) {
      tokens.forEach(waiting.giveBack);
      return sampled !== null;
    }
    const { check, samples } = sampled ?? (await sample(tokens, at, options));
    sampled = null;
    if (samples.some(({ held }) => held !== null && held.height > cursor.height)) {
      sampled = { check, samples };
      return true;
    }
    for (const [n, each] of samples.entries()) {
      if ((await proceed()) && (await compare(check, each, at, options))) continue;
      for (const left of samples.slice(n)) waiting.giveBack(left.asked);
      break;
    }
    return false;
  };
}

/**
 * The askers whose records are all there. Those of a throttled wallet are yet to come, and must not keep the balance
 * from the others. Without any other asker the token is due again.
 */
async function notThrottled({ table }: BalanceCheckDeps, { askers }: AskedToken): Promise<readonly AddressWatcher[]> {
  const able: AddressWatcher[] = [];
  for (const asker of askers) {
    if (throttledSince(await throttlings(table, asker.organisationId), asker.walletId) === null) able.push(asker);
  }
  return able;
}
