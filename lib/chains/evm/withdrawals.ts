import { id } from 'ethers';
import * as z from 'zod';
import { fromUnits } from '../../values/decimal.ts';
import { type BlockTransaction, type Chain, NATIVE } from '../port/chain.ts';
import { headerOf } from './evm-block.ts';
import { Address, type EvmLink, Quantity } from './schema.ts';

/** The sender of a withdrawal: the coins come from the consensus layer and from no account. */
const NOBODY = `0x${'0'.repeat(40)}`;

/** Withdrawals state amounts in gwei. */
const DECIMALS = 9;

/**
 * A payout of a validator. The block pays the address without a transaction.
 * @see https://eips.ethereum.org/EIPS/eip-4895
 */
export const Withdrawal = z.object({ index: Quantity, address: Address, amount: Quantity });
type Withdrawal = z.output<typeof Withdrawal>;

/**
 * The payouts of a block as transactions. A payout has no hash, so its hash derives from the chain and the number of
 * the payout, which no other payout of the chain has.
 */
export const withdrawalsOf = (chain: Chain, block: EvmLink, withdrawals: readonly Withdrawal[]): BlockTransaction[] =>
  withdrawals.filter(({ amount }) => amount > 0n).map((withdrawal) => transactionOf(chain, block, withdrawal));

function transactionOf(chain: Chain, block: EvmLink, { index, address, amount }: Withdrawal): BlockTransaction {
  const hash = id(`withdrawal ${chain.chainId} ${index}`);
  const { height, timestamp } = headerOf(block);
  const transaction = {
    chain: chain.id,
    hash,
    blockNumber: height,
    blockTimestamp: timestamp,
    status: 'success',
    fromAddress: NOBODY,
    toAddress: address,
    kind: 'transfer',
    methodName: null,
    methodSelector: null,
    gasPriceGwei: null,
    feeAmount: '0',
    movements: [
      {
        asset: chain.nativeSymbol,
        tokenAddress: null,
        tokenId: null,
        standard: NATIVE,
        from: NOBODY,
        to: address,
        amount: fromUnits(amount, DECIMALS),
        origin: 'withdrawal',
      },
    ],
  } as const;
  return {
    hash,
    parties: [address.toLowerCase()],
    decode: async () => ({ transaction: { ...transaction, movements: [...transaction.movements] }, undecoded: null }),
  };
}
