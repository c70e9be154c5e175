import { fromUnits } from '../../values/decimal.ts';
import type { AccountsAt, HeldToken, TokenAccount } from '../port/chain.ts';
import type { Rpc } from '../port/rpc.ts';
import { addressAt } from './mint-metadata.ts';
import { isToken } from './programs.ts';
import { OwnedAccounts } from './schema.ts';
import { usedDecimals } from './solana-balances.ts';
import type { SolanaTokens } from './solana-tokens.ts';

/** A token account begins with its mint, its owner and its amount. */
const [MINT_AT, OWNER_AT, AMOUNT_AT, READ_BYTES] = [0, 32, 64, 72];
/** Balances are read from final blocks only, as those of accounts. */
const FINAL = {
  commitment: 'finalized',
  encoding: 'base64',
  dataSlice: { offset: MINT_AT, length: READ_BYTES },
} as const;
/**
 * Anybody can open accounts of a mint for an owner, some 350 bytes of the answer each, for a deposit of 0.002 SOL. This
 * size holds some 45,000.
 */
const LIMITS = { maxBytes: 16_000_000, stranger: 'size' } as const;

/**
 * Reads what an owner holds of a mint, in all of its accounts of the mint. Costs a request, and for a mint that no
 * cache knows another one.
 */
export const heldTokenReader =
  (rpc: Rpc, { infoOf }: Pick<SolanaTokens, 'infoOf'>) =>
  async (
    { owner, tokenAddress: mint }: TokenAccount,
    { height }: AccountsAt,
    signal: AbortSignal,
  ): Promise<HeldToken | null> => {
    const { symbol, decimals } = await infoOf(mint, signal);
    // Nodes refuse to answer about an address that is no mint.
    if (decimals === null) return null;
    const Answer = OwnedAccounts.refine(({ context }) => context.slot >= height, 'are of an earlier slot').refine(
      ({ value }) => value.every(({ account }) => isAccountOf(account, owner, mint)),
      'are other accounts',
    );
    const asked = [owner, { mint }, { ...FINAL, minContextSlot: height }];
    const { context, value } = await rpc.send('getTokenAccountsByOwner', asked, Answer, signal, LIMITS);
    // A node that repeats an account must not raise the balance.
    const amounts = new Map(value.map(({ pubkey, account }) => [pubkey, account.data.readBigUInt64LE(AMOUNT_AT)]));
    const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0n);
    return { height: context.slot, amount: fromUnits(total, usedDecimals(decimals)), asset: symbol ?? mint };
  };

type Account = OwnedAccounts['value'][number]['account'];

const isAccountOf = ({ owner: program, data }: Account, owner: string, mint: string): boolean =>
  isToken(program) &&
  data.length === READ_BYTES &&
  addressAt(data, MINT_AT) === mint &&
  addressAt(data, OWNER_AT) === owner;
