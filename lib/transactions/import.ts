import type { Lookups } from '../chains/chain-wiring.ts';
import { type DecodedTransaction, NATIVE } from '../chains/port/chain.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import { type Chain, ChainId, chainOf, familyChains, familyOf } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import { compare } from '../values/decimal.ts';
import { invalidField } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import { canonical } from './import-body.ts';
import type { TransactionRepo } from './repo.ts';
import type { ImportTransaction } from './schema.ts';
import { type Draft, type RecordDeps, recordTransaction, type UnpricedTransfer } from './store.ts';
import { transactionId } from './transaction-id.ts';
import { endsOf, viewOf } from './view.ts';

/** How long an import waits for the chain, which states the fields that the body lacks (gas price, fee, method). */
const ENRICH_TIMEOUT_MS = 3000;

export interface ImportDeps extends RecordDeps {
  readonly wallets: Pick<WalletRepo, 'get' | 'owned'>;
  readonly transactions: Pick<TransactionRepo, 'find' | 'record'>;
  readonly chains: () => Promise<Lookups>;
}

/**
 * Records a historical transaction in a wallet. A repeated import returns the existing record.
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
  if (existing !== null) return { created: false, transaction: existing };
  return recordTransaction(deps, organisationId, await draftOf(deps, organisationId, body, wallet));
}

/**
 * The record that an import makes. The draft keeps every field of the body. The chain adds the other fields (gas price,
 * fee, method, further transfers), if the stage has a node of the chain and the node answers in time.
 */
export async function draftOf(
  deps: Pick<ImportDeps, 'wallets' | 'chains'>,
  organisationId: OrganisationId,
  body: ImportTransaction,
  wallet: StoredWallet,
): Promise<Draft> {
  const chain = chainOf(body.chain);
  const decoded = await decodedOf(deps, body);
  const parties = [body.fromAddress, body.toAddress, ...(decoded?.movements ?? []).flatMap(endsOf)];
  const ours = await deps.wallets.owned(
    organisationId,
    familyChains(chain.family),
    parties.filter((party) => typeof party === 'string').filter((party) => party !== wallet.address),
  );
  const isOurs = (address: string) => address === wallet.address || ours.has(address);
  const stated = statedBy(body, chain, wallet, isOurs);
  if (decoded === null) return stated;
  const { gasPriceGwei, feeAmount, methodName, methodSelector, fromAddress: sender, toAddress: called } = decoded;
  const view = viewOf(decoded, wallet.address, isOurs);
  const { approvals, authority, unsigned } = view;
  // The transfers of the body leave out whatever else the transaction moved.
  const effects = agrees(stated, decoded, view) ? view : stated;
  const { transfers, detail } = effects;
  return {
    ...stated,
    transfers,
    detail,
    approvals,
    authority,
    gasPriceGwei,
    feeAmount,
    methodName,
    methodSelector,
    sender,
    called,
    ...(unsigned && { unsigned }),
  };
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
    transfers: moves && body.status === 'success' ? [transfer] : [],
    detail: familyOf(chain.family).hasInnerCalls ? 'logs' : 'full',
    approvals: [],
    authority: [],
    verified: false,
    source: 'import',
  };
}

/** Whether the chain and the body agree. If not, the transfers of the chain would contradict the record. */
function agrees(stated: Draft, { status, blockNumber }: DecodedTransaction, view: ReturnType<typeof viewOf>): boolean {
  return (
    status === stated.status &&
    blockNumber === stated.blockNumber &&
    view.fromAddress === stated.fromAddress &&
    view.toAddress === stated.toAddress &&
    view.tokenSymbol.toLowerCase() === stated.tokenSymbol.toLowerCase() &&
    compare(view.tokenAmount, stated.tokenAmount) === 0
  );
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
