import type { DecodedTransaction } from '../chains/port/chain.ts';
import { chainOf } from '../chains/registry.ts';
import { type AccountWallets, isOursIn } from '../wallets/account-wallets.ts';
import { ownCall } from './own-call.ts';
import type { StoredTransaction } from './schema.ts';
import type { Draft } from './store.ts';
import { counterpartiesOf, viewOf } from './view.ts';

/**
 * The parties of a transaction besides the wallet. Those of the same organisation change the directions of the record.
 * The ends of the call decide only where nothing moved: a called program is no wallet, and to look it up costs a read
 * unit.
 */
export function partiesBeside(decoded: DecodedTransaction, wallet: string): string[] {
  const { fromAddress, toAddress, movements } = ownCall(decoded, wallet);
  const counterparties = movements.flatMap((movement) => counterpartiesOf(movement, wallet));
  const parties = counterparties.length > 0 ? counterparties : [fromAddress, toAddress];
  return parties.filter((party) => party !== null).filter((party) => party !== wallet);
}

/**
 * The record of a transaction that a node has stated, as a wallet sees the transaction. Watchers and imports share this
 * function, so that a record does not depend on how it came in.
 * @param ours the wallets of the organisation among the parties besides the wallet.
 */
export function decodedDraft(
  decoded: DecodedTransaction,
  wallet: { readonly walletId: string; readonly address: string },
  ours: ReadonlyMap<string, AccountWallets>,
  origin: Pick<StoredTransaction, 'source' | 'blockHash'>,
): Draft {
  const { hash, blockNumber, blockTimestamp, gasPriceGwei, feeAmount } = decoded;
  const own = ownCall(decoded, wallet.address);
  const { destinationTag = null, references = [] } = decoded;
  return {
    ...viewOf(own, wallet.address, isOursIn(ours, decoded)),
    walletId: wallet.walletId,
    chain: chainOf(decoded.chain).id,
    hash,
    blockNumber,
    blockTimestamp,
    status: own.status,
    methodName: own.methodName,
    methodSelector: own.methodSelector,
    sender: decoded.fromAddress,
    called: own.toAddress,
    ...(own.furtherCalls && { furtherCalls: own.furtherCalls.map(({ kind: _, ...call }) => call) }),
    gasPriceGwei,
    feeAmount,
    destinationTag,
    references,
    verified: true,
    ...origin,
  };
}
