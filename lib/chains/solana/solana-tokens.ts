import { PublicKey } from '@solana/web3.js';
import { memo } from '../../values/memo.ts';
import type { DecodedTransaction } from '../port/chain.ts';
import { ChainUnavailableError, MethodUnavailableError } from '../port/chain-unavailable.ts';
import type { ReaderOptions, TokenInfo } from '../port/family.ts';
import type { CallLimits, Rpc } from '../port/rpc.ts';
import { budgetOf, type Token, tokenReader } from '../port/token-infos.ts';
import { mintIn, symbolInMetadata } from './mint-metadata.ts';
import { isToken } from './programs.ts';
import { AccountData } from './schema.ts';
import { parseSolanaAddress } from './solana-address.ts';

/** The program of Metaplex that keeps the names of tokens, each in an account whose address follows from the mint. */
const METADATA = new PublicKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s');

/** A node answers for at most 100 accounts: the mint and the metadata of each token. */
const PER_CALL = 50;
/**
 * The bytes that are read of each account. A stranger decides how long an account is; the symbol stands far before this
 * place. A call is at most 300 KB long.
 */
const SLICE = { encoding: 'base64', commitment: 'confirmed', dataSlice: { offset: 0, length: 2_048 } } as const;
const LIMITS: CallLimits = { stranger: 'outcome' };
/**
 * Calls for all transactions within ten seconds. Strangers may send a wallet ever other tokens of the millions that
 * exist, for the fee alone. Beyond the budget the mint names the token; a listed token needs no call.
 */
const CALLS = 200;

/**
 * Names the tokens of a decoded transaction.
 * @param isLookup whether the mints name the tokens when no node answers. Otherwise this throws ChainUnavailableError,
 *   for at most 30 seconds.
 */
export type TokenNames = (
  transaction: DecodedTransaction,
  signal: AbortSignal,
  isLookup?: boolean,
) => Promise<DecodedTransaction>;

export interface SolanaTokens {
  /** Names tokens by their symbols, where the decoder knows only the mints. */
  readonly named: TokenNames;
  /**
   * The symbol and the decimals of a mint. Without decimals, the address is no mint.
   * @throws ChainUnavailableError also after it has waited for 30 seconds.
   */
  infoOf(mint: string, signal: AbortSignal): Promise<TokenInfo>;
}

/**
 * The symbols and decimals of tokens. A listed symbol wins over what the chain states, because anybody can make a token
 * with any symbol.
 */
export function solanaTokens(
  chain: string,
  rpc: Rpc,
  { tokens: cache, listedSymbol, now }: ReaderOptions,
): SolanaTokens {
  const tokensOf = tokenReader(chain, {
    cache,
    now,
    perCall: PER_CALL,
    read: (mints, signal) => readTokens(rpc, mints, signal),
  });
  const mayCall = budgetOf(CALLS, now);
  const named: TokenNames = async (transaction, signal, isLookup = false) => {
    const named = [...transaction.movements, ...(transaction.approvals ?? [])];
    const mints = new Set(named.flatMap(({ tokenAddress }) => tokenAddress ?? []));
    if (mints.size === 0) return transaction;
    const listed = new Map([...mints].map((mint) => [mint, listedSymbol?.(mint) ?? null]));
    const asked = [...mints].filter((mint) => listed.get(mint) === null && parseSolanaAddress(mint) !== null);
    const infos = await tokensOf(asked, signal, memo(mayCall)).catch((error: unknown) => {
      if (!isLookup || !(error instanceof ChainUnavailableError) || signal.aborted) throw error;
      return new Map<string, TokenInfo>();
    });
    const symbolOf = (mint: string): string => listed.get(mint) ?? infos.get(mint)?.symbol ?? mint;
    const withSymbol = <T extends { readonly asset: string; readonly tokenAddress: string | null }>(each: T): T =>
      each.tokenAddress === null ? each : { ...each, asset: symbolOf(each.tokenAddress) };
    return {
      ...transaction,
      movements: transaction.movements.map(withSymbol),
      ...(transaction.approvals && { approvals: transaction.approvals.map(withSymbol) }),
    };
  };
  return {
    named,
    async infoOf(mint, signal) {
      const info = (await tokensOf([mint], signal)).get(mint);
      if (info === undefined) throw new ChainUnavailableError(chain, `no node states the token ${mint}`);
      return { ...info, symbol: listedSymbol?.(mint) ?? info.symbol };
    },
  };
}

async function readTokens(
  rpc: Rpc,
  mints: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Token>> {
  const accounts = mints.flatMap((mint) => [mint, metadataOf(mint)]);
  const Answer = AccountData.refine(({ value }) => value.length === accounts.length, 'are other accounts');
  try {
    const { value } = await rpc.send('getMultipleAccounts', [accounts, SLICE], Answer, signal, LIMITS);
    return new Map(mints.map((mint, n) => [mint, tokenOf(mint, value[2 * n] ?? null, value[2 * n + 1] ?? null)]));
  } catch (error) {
    if (error instanceof MethodUnavailableError) return new Map(); // not every provider offers the method
    throw error;
  }
}

type Account = AccountData['value'][number];

function tokenOf(mint: string, account: Account, metadata: Account): Token {
  if (account === null) return { info: { symbol: null, decimals: null }, exists: false };
  const stated = isToken(account.owner) ? mintIn(mint, account.data) : null;
  const kept = metadata?.owner === METADATA.toBase58() ? symbolInMetadata(mint, metadata.data) : null;
  return { info: { symbol: stated && (stated.symbol ?? kept), decimals: stated?.decimals ?? null }, exists: true };
}

/** The address of the account with the metadata of a mint. */
export const metadataOf = (mint: string): string =>
  PublicKey.findProgramAddressSync(
    [Buffer.from('metadata'), METADATA.toBuffer(), new PublicKey(mint).toBuffer()],
    METADATA,
  )[0].toBase58();
