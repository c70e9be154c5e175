import type { Lookups } from '../chains/chain-wiring.ts';
import type { DecodedTransaction } from '../chains/port/chain.ts';
import { LOOKUP_MS } from '../chains/readers.ts';
import { type ChainId, chainOf, familyChains } from '../chains/registry.ts';
import type { PriceSource } from '../prices/price.ts';
import { notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { addressInShort } from '../values/untrusted-text.ts';
import { claimantsOf, isOursIn, tagsAt } from '../wallets/account-wallets.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { ownCall } from './own-call.ts';
import { shownHeadline } from './primary-movement.ts';
import type { TransactionRepo } from './repo.ts';
import { sentenceOf } from './sentence.ts';
import { priced } from './store.ts';
import { hashesOf } from './transaction-hash.ts';
import { type Names, sentencesOf, transactionResponses } from './transaction-response.ts';
import { endsOf, touchedBy, viewOf } from './view.ts';

export interface LookupDeps extends Pick<Names, 'labelsOf'> {
  readonly wallets: WalletRepo;
  readonly transactions: TransactionRepo;
  readonly prices: PriceSource;
  readonly chains: Lookups;
}

const namesOf = ({ wallets, labelsOf }: LookupDeps): Names => ({ ...wallets, labelsOf });

/**
 * Finds a hash in the records of the organisation. If no record has the hash, asks the chains.
 * @throws ApiError `validation_failed` when the text is no hash of the chain, `not_found` when no chain knows the hash;
 *   ChainUnavailableError.
 */
export async function lookup(deps: LookupDeps, organisationId: OrganisationId, text: string, chain?: ChainId) {
  const candidates = hashesOf(text, chain);
  const hashes = [...new Set(candidates.map(({ hash }) => hash))];
  const records = await Promise.all(hashes.map((hash) => deps.transactions.byHash(organisationId, hash)));
  const [first, ...more] = await transactionResponses(namesOf(deps), organisationId, records.flat());
  if (first !== undefined) return { source: 'database', transaction: first, transactions: [first, ...more] } as const;

  const signal = AbortSignal.timeout(LOOKUP_MS);
  const decoded =
    chain === undefined
      ? await deps.chains.find(candidates, signal)
      : await deps.chains.reader(chain).lookup(candidates[0].hash, signal);
  if (decoded === null) throw notFound('transaction on any chain asked');
  return fromChain(deps, organisationId, decoded);
}

/** The transaction as a wallet of the organisation sees it, or as the sender sees it when no wallet takes part. */
async function fromChain(deps: LookupDeps, organisationId: OrganisationId, decoded: DecodedTransaction) {
  const chain = chainOf(decoded.chain);
  const parties = touchedBy(decoded);
  const ours = await deps.wallets.owned(organisationId, familyChains(chain.family), parties);
  const isOurs = isOursIn(ours, decoded);
  const address = parties.find(isOurs);
  const wallets = address === undefined ? undefined : ours.get(address);
  const walletId = address && wallets && claimantsOf(wallets, tagsAt(decoded, address))[0];
  const eye = address ?? decoded.fromAddress;
  const own = ownCall(decoded, address ?? null);
  const view = viewOf(own, address ?? null, isOurs);
  const transfers = await priced(deps.prices, chain.id, decoded.blockTimestamp, view.transfers);
  const isOfEye = own.movements.map((movement) => endsOf(movement).includes(eye));
  const stated = {
    ...viewOf(own, eye, isOurs),
    ...{ chain: chain.id, status: own.status, methodName: own.methodName, verified: true },
    ...{ sender: decoded.fromAddress, called: own.toAddress, destinationTag: decoded.destinationTag ?? null },
    omitted: { transfers: 0, approvals: 0, authority: 0 },
    transfers: address === undefined ? transfers.filter((_, n) => isOfEye[n]) : transfers,
  };
  const told = { ...stated, ...shownHeadline(stated, stated.transfers) };
  const seen = address === undefined ? view : told;
  return {
    source: 'blockchain',
    transaction: {
      walletId,
      hash: decoded.hash,
      chain: decoded.chain,
      blockNumber: decoded.blockNumber,
      blockTimestamp: decoded.blockTimestamp,
      fromAddress: seen.fromAddress,
      toAddress: seen.toAddress ?? undefined,
      valueDecimal: seen.tokenAmount,
      tokenSymbol: seen.tokenSymbol,
      txType: seen.txType,
      status: own.status,
    },
    summary:
      walletId === undefined
        ? sentenceOf(told, { label: addressInShort(eye), address: eye })
        : (await sentencesOf(namesOf(deps), organisationId, [{ ...told, walletId }]))[0]?.summary,
    transfers,
    status: own.status,
    destinationTag: told.destinationTag,
    references: decoded.references ?? [],
    gasPriceGwei: decoded.gasPriceGwei,
    methodName: own.methodName,
  } as const;
}
