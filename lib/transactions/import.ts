import type { Lookups } from '../chains/chain-wiring.ts';
import { type DecodedTransaction, NATIVE } from '../chains/port/chain.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import { type Chain, ChainId, chainOf, familyChains, familyOf } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import { compare } from '../values/decimal.ts';
import { invalidField } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { type AccountWallets, claimantsOf, hasTags, tagsAt } from '../wallets/account-wallets.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import { decodedDraft, partiesBeside } from './decoded-draft.ts';
import { canonical } from './import-body.ts';
import type { TransactionRepo } from './repo.ts';
import type { ImportTransaction } from './schema.ts';
import { type Draft, type RecordDeps, recordTransaction, type UnpricedTransfer } from './store.ts';
import { transactionId } from './transaction-id.ts';
import { isTouched } from './view.ts';

/** How long an import waits for a node of the chain. */
const ENRICH_TIMEOUT_MS = 3000;

export interface ImportDeps extends RecordDeps {
  readonly wallets: Pick<WalletRepo, 'get' | 'owned'>;
  readonly transactions: Pick<TransactionRepo, 'find' | 'record' | 'withLookalikes'>;
  readonly chains: () => Promise<Lookups>;
}

/**
 * Records a historical transaction in a wallet. A repeated import returns the existing record, and asks the chain again
 * while only the body of an import has stated the record. Returns the wallet, too.
 * @throws ApiError `validation_failed` when hash, addresses, chain and wallet do not belong together, `not_found` for
 *   the wallet.
 */
export async function importTransaction(deps: ImportDeps, organisationId: OrganisationId, given: ImportTransaction) {
  const body = canonical(given);
  const wallet = await deps.wallets.get(organisationId, body.walletId);
  const walletChain = ChainId.parse(wallet.chains[0]);
  if (chainOf(walletChain).family !== chainOf(body.chain).family) {
    throw invalidField('chain', `the wallet is on ${walletChain}, which is another kind of chain`);
  }
  const existing = await deps.transactions.find(organisationId, transactionId(organisationId, wallet.id, body.hash));
  if (existing?.verified) return { created: false, transaction: existing, wallet };
  const draft = await draftOf(deps, organisationId, body, wallet);
  if (existing !== null && !draft.verified) return { created: false, transaction: existing, wallet };
  return { ...(await recordTransaction(deps, organisationId, draft)), wallet };
}

/**
 * The record that an import makes. What a node of the chain states wins over the body, if the stage has a node that
 * knows the transaction and answers in time. Otherwise the record is what the body states, until a block states it.
 */
export async function draftOf(
  deps: Pick<ImportDeps, 'wallets' | 'chains'>,
  organisationId: OrganisationId,
  body: ImportTransaction,
  wallet: StoredWallet,
): Promise<Draft> {
  const chain = chainOf(body.chain);
  const { address } = wallet;
  const owned = (parties: readonly string[]) =>
    deps.wallets.owned(organisationId, familyChains(chain.family), [...new Set(parties)]);
  const decoded = await decodedOf(deps, body);
  if (decoded !== null) {
    const ours = await owned([...partiesBeside(decoded, address), ...(hasTags(chain.id) ? [address] : [])]);
    assertOwn(decoded, wallet, ours.get(address));
    return decodedDraft(decoded, { walletId: wallet.id, address }, ours, { source: 'import', blockHash: null });
  }
  const ends = [body.fromAddress, body.toAddress].filter((end) => typeof end === 'string');
  const ours = await owned(ends.filter((end) => end !== address));
  return statedBy(body, chain, wallet, (party) => party === address || ours.has(party));
}

/** @throws ApiError `validation_failed` when the transaction belongs to another wallet of the address, by its tag. */
function assertOwn(decoded: DecodedTransaction, { id, address }: StoredWallet, own: AccountWallets | undefined): void {
  if (own === undefined || !isTouched(decoded, address)) return;
  if (claimantsOf(own, tagsAt(decoded, address)).includes(id)) return;
  throw invalidField('walletId', `has another destination tag than this transaction has at ${address}`);
}

/** The draft from the body alone. */
function statedBy(
  body: ImportTransaction,
  chain: Chain,
  wallet: StoredWallet,
  isOurs: (address: string) => boolean,
): Draft {
  const { fromAddress, toAddress = null, valueDecimal, tokenSymbol = chain.nativeSymbol, ...rest } = body;
  const isNative = tokenSymbol.toLowerCase() === chain.nativeSymbol.toLowerCase();
  const sends = fromAddress === wallet.address;
  const internal = isOurs(fromAddress) && toAddress !== null && isOurs(toAddress);
  const direction = internal ? 'internal' : sends ? 'outbound' : 'inbound';
  const transfer: UnpricedTransfer = {
    asset: tokenSymbol,
    tokenAddress: null,
    tokenId: null,
    standard: isNative ? NATIVE : familyOf(chain.family).importedTokenStandard,
    from: fromAddress,
    to: toAddress ?? '',
    amount: valueDecimal,
    direction,
    ...(internal && { side: fromAddress === toAddress ? 'both' : sends ? 'sends' : 'receives' }),
    origin: isNative || !familyOf(chain.family).hasInnerCalls ? 'value' : 'log',
  };
  const moves = body.txType === 'transfer' || body.txType === 'token_mint' || compare(valueDecimal, '0') > 0;
  return {
    ...rest,
    walletId: wallet.id,
    fromAddress,
    toAddress: toAddress ?? null,
    direction,
    tokenSymbol,
    tokenAmount: valueDecimal,
    methodName: null,
    methodSelector: null,
    sender: null,
    called: null,
    blockHash: null,
    gasPriceGwei: null,
    feeAmount: '0',
    destinationTag: null,
    references: [],
    transfers: moves && body.status === 'success' ? [transfer] : [],
    detail: familyOf(chain.family).hasInnerCalls ? 'logs' : 'full',
    approvals: [],
    authority: [],
    verified: false,
    source: 'import',
  };
}

async function decodedOf(
  deps: Pick<ImportDeps, 'chains'>,
  { chain, hash }: ImportTransaction,
): Promise<DecodedTransaction | null> {
  try {
    const chains = await deps.chains();
    return await chains.reader(chain).lookup(hash, AbortSignal.timeout(ENRICH_TIMEOUT_MS));
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    log.info('import.not_enriched', { chain });
    return null;
  }
}
