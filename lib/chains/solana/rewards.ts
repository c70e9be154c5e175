import { createHash } from 'node:crypto';
import * as z from 'zod';
import { encodeBase58 } from '../../values/base58.ts';
import { fromUnits } from '../../values/decimal.ts';
import type { HashedTexts } from '../../values/hashed-texts.ts';
import { type BlockTransaction, type Chain, NATIVE } from '../port/chain.ts';
import { SYSTEM } from './programs.ts';
import { listIn } from './raw-fields.ts';
import { isObject, isString } from './schema.ts';
import { bare, type Place } from './solana-decode.ts';

/**
 * A reward that a block pays without a transaction: fees to the validator that made the block, and at the start of an
 * epoch the rewards of vote and stake accounts. Rent that accounts paid until 2024 is here too, as a negative amount.
 */
const Reward = z.object({ pubkey: z.string().min(1), lamports: z.int().positive(), rewardType: z.string().nullish() });

/**
 * The rewards in the answer of `getBlock` as transactions. A block at the start of an epoch has thousands. Leaves out
 * what is no payment to an address.
 * @param known the addresses whose rewards are wanted. Without it, all rewards.
 */
export function rewardsIn(
  chain: Chain,
  raw: unknown,
  place: Place,
  known?: Pick<HashedTexts, 'has'>,
): BlockTransaction[] {
  return listIn(isObject(raw) ? raw.rewards : null).flatMap((reward) => {
    const isWanted = known === undefined || (isObject(reward) && isString(reward.pubkey) && known.has(reward.pubkey));
    const { data } = isWanted ? Reward.safeParse(reward) : {};
    return data === undefined ? [] : [transactionOf(chain, data, place)];
  });
}

/**
 * A reward has no signature, so its hash derives from the chain, the slot, the kind and the address, which no other
 * reward has together.
 */
function transactionOf(
  chain: Chain,
  { pubkey, lamports, rewardType }: z.output<typeof Reward>,
  place: Place,
): BlockTransaction {
  const named = `reward ${chain.id} ${place.slot} ${rewardType ?? ''} ${pubkey}`;
  const hash = encodeBase58(createHash('sha512').update(named).digest());
  const decode: BlockTransaction['decode'] = async () => ({
    transaction: {
      ...bare(chain, hash, place),
      fromAddress: SYSTEM,
      toAddress: pubkey,
      kind: 'transfer',
      movements: [
        {
          asset: chain.nativeSymbol,
          tokenAddress: null,
          tokenId: null,
          standard: NATIVE,
          from: SYSTEM,
          to: pubkey,
          amount: fromUnits(BigInt(lamports), chain.nativeDecimals),
          origin: 'withdrawal',
        },
      ],
    },
    undecoded: null,
  });
  return { hash, parties: [pubkey, SYSTEM], decode };
}
