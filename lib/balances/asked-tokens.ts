import { type AskingRule, askedToken, askingRules } from '../alerts/rules/asked-token.ts';
import type { CurrentRules } from '../alerts/rules/current-rules.ts';
import { MOST_SWEPT_WALLETS, shownSelector } from '../alerts/rules/port/wallet-selector.ts';
import { matchForm } from '../chains/address.ts';
import type { TokenAccount } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import type { Table } from '../platform/table/table.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { DAY_MS } from '../values/time.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import type { WalletListing } from '../wallets/wallet-listing.ts';
import type { AddressWatcher } from '../wallets/watched-addresses.ts';
import type { BlockRepo } from '../watch/block-records.ts';
import { skipDataErrors } from '../watch/data-errors.ts';
import type { BalanceRepo } from './repo.ts';

/** The least time between two reads of the rules that ask. */
const LOOK_MS = 30_000;
/** The wallets of a rule that has not changed are read again after this time: each costs some units. */
const WALLETS_MS = 10 * 60_000;
/** After this time a token is asked again that no node could tell, and an address that is no token. */
const UNREAD_MS = 3_600_000;
const NO_TOKEN_MS = DAY_MS;
/** The process forgets what rests when it is more: each is asked once more then. */
const MOST_RESTING = 100_000;
/** Tokens of wallets that are read at a time. */
const AT_ONCE = 8;
/** A check reads the records of so many wallets for one account. */
const MOST_ASKERS = 8;

/** A token of an account for which at least one active rule asks. */
export interface AskedToken extends TokenAccount {
  /** The address of the owner in match form. */
  readonly form: string;
  /** The wallets that the rules are about. */
  readonly askers: readonly AddressWatcher[];
}

export interface AskedTokensDeps {
  readonly table: Table;
  readonly currentRules: CurrentRules;
  readonly walletListing: Pick<WalletListing, 'selected'>;
  readonly balances: Pick<BalanceRepo, 'token'>;
  readonly blocks: Pick<BlockRepo, 'isReplaced'>;
  now(): Date;
}

/**
 * The tokens of one chain that rules ask for and that no check has compared for a day. A process keeps in memory what
 * waits. A token that a process forgets is due again when it next reads the wallets of the rule.
 */
export function askedTokens(deps: AskedTokensDeps) {
  /** By account and token. */
  const waiting = new Map<string, AskedToken>();
  /** Until when a token rests, by account and token. */
  const resting = new Map<string, number>();
  let rules: AskingRule[] = [];
  let lookedAt: number | null = null;
  /** When the wallets of a rule were read last, by the version of the rule, and by the id of the rule. */
  const read = new Map<string, { readonly version: number; readonly at: number }>();

  async function look(): Promise<void> {
    const at = deps.now().getTime();
    if (lookedAt !== null && at < lookedAt + LOOK_MS) return;
    const all = await askingRules(deps.table);
    lookedAt = at;
    const ids = new Set(all.map(({ ruleId }) => ruleId));
    for (const id of read.keys()) if (!ids.has(id)) read.delete(id);
    // A new rule does not wait for the many wallets of another organisation.
    const isNew = ({ ruleId }: AskingRule) => !read.has(ruleId);
    rules = [...all.filter(isNew), ...all.filter((rule) => !isNew(rule))];
  }

  async function readWallets(chain: ChainId, { organisationId, ruleId }: AskingRule): Promise<void> {
    const { balanceRules } = await deps.currentRules(organisationId);
    const rule = balanceRules.find((each) => each.rule.id === ruleId)?.rule;
    const tokenAddress = rule === undefined ? null : askedToken(rule);
    if (rule === undefined || tokenAddress === null) return;
    const at = deps.now().getTime();
    const last = read.get(ruleId);
    if (last?.version === rule.version && at < last.at + WALLETS_MS) return;
    const selector = shownSelector(rule).wallets;
    const { wallets, isComplete } = await deps.walletListing.selected(organisationId, selector, MOST_SWEPT_WALLETS);
    if (!isComplete) log.warn('balance.too_many_wallets', { organisation: organisationId, rule: ruleId });
    const own = wallets.filter((wallet) => isAccountOn(chain, wallet));
    await mapConcurrent(own, AT_ONCE, async ({ id: walletId, address: owner }) => {
      const form = matchForm(chain, owner);
      const key = keyOf({ form, tokenAddress });
      if (at < (resting.get(key) ?? 0) || !(await isDue(deps, chain, form, tokenAddress))) return;
      const { askers = [] } = waiting.get(key) ?? {};
      // Several rules may ask for the token of one wallet.
      const others = askers.filter((asker) => asker.walletId !== walletId);
      const all = [...others, { organisationId, walletId }].slice(-MOST_ASKERS);
      waiting.set(key, { form, owner, tokenAddress, askers: all });
    });
    read.set(ruleId, { version: rule.version, at });
  }

  return {
    /** The next tokens to compare, at most `most`. @param proceed whether the run may go on. */
    async next(chain: ChainId, most: number, proceed: () => Promise<boolean>): Promise<AskedToken[]> {
      await look();
      while (waiting.size < most && (await proceed())) {
        const rule = rules.shift();
        if (rule === undefined) break;
        const fields = { chain, organisation: rule.organisationId, rule: rule.ruleId };
        await skipDataErrors('balance.asked_failed', fields, () => readWallets(chain, rule));
      }
      const some = [...waiting].slice(0, most);
      for (const [key] of some) waiting.delete(key);
      return some.map(([, asked]) => asked);
    },

    /** Takes back a token that nobody has compared. */
    giveBack(asked: AskedToken): void {
      waiting.set(keyOf(asked), asked);
    },

    /** Lets a token rest of which a node said nothing, or that is no token: the same question costs a request again. */
    rest(asked: AskedToken, why: 'unread' | 'no token'): void {
      if (resting.size >= MOST_RESTING) resting.clear();
      resting.set(keyOf(asked), deps.now().getTime() + (why === 'unread' ? UNREAD_MS : NO_TOKEN_MS));
    },
  };
}

const keyOf = ({ form, tokenAddress }: Pick<AskedToken, 'form' | 'tokenAddress'>): string => `${form} ${tokenAddress}`;

/** The balance of an account is that of no wallet with a tag. */
const isAccountOn = (chain: ChainId, { chains, watch, destinationTag }: StoredWallet): boolean =>
  chains.includes(chain) && watch && destinationTag === null;

/** Whether nobody knows the balance, or no check has compared it for a day. */
async function isDue(
  { balances, blocks, now }: AskedTokensDeps,
  chain: ChainId,
  form: string,
  tokenAddress: string,
): Promise<boolean> {
  const known = await balances.token(chain, form, matchForm(chain, tokenAddress));
  if (known === null || known.amount === null) return true;
  if (now().getTime() - Date.parse(known.checkedAt) >= DAY_MS) return true;
  return blocks.isReplaced(chain, { height: known.movedTo, hash: known.hash });
}
