import { setImmediate as othersRun } from 'node:timers/promises';
import { hashAuthorization, recoverAddress, Signature, toBeHex } from 'ethers';
import * as z from 'zod';
import type { RawTransaction } from './evm-block.ts';
import { Authorization } from './schema.ts';

/** What an account has signed: that it runs the code of another address (EIP-7702). */
export interface SignedAuthorization {
  /** The account, in checksum form. */
  readonly authority: string;
  /** The address of the code; null for an authorization that clears the code of the account. */
  readonly delegate: string | null;
  /** The nonce that the account must have. */
  readonly nonce: bigint;
}

/** The authorizations of the transactions of a block, by transaction hash. */
export interface BlockAuthorizations {
  readonly byHash: ReadonlyMap<string, readonly SignedAuthorization[]>;
  /** How many authorizations were left out, because the block has too many. */
  readonly unread: number;
}

/**
 * How many authorizations of a block are read. To recover a signer takes a millisecond or two, and an authorization
 * costs its sender 25,000 gas: a block of Ethereum has room for 2,400 of them, and faster chains for more.
 */
const MOST_READ = 2_048;
/** After so many, other work of the process has its turn. */
const AT_A_TIME = 16;

const NO_ADDRESS = `0x${'0'.repeat(40)}`;
const LAST_NONCE = 2n ** 64n - 1n;
/** Half of the order of secp256k1, above which Ethereum takes no `s`. */
const MOST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

const Stated = z.object({ authorizationList: z.array(Authorization).min(1) });

/**
 * Reads who signed the authorizations of these transactions, in their order. Leaves out those that are valid on no
 * account: of another chain, and without a signature. Never throws: the decoder reports a list that is malformed.
 */
export async function authorizationsIn(
  transactions: readonly RawTransaction[],
  chainId: number | null,
  most = MOST_READ,
): Promise<BlockAuthorizations> {
  const byHash = new Map<string, SignedAuthorization[]>();
  let [read, unread] = [0, 0];
  const possible = transactions.flatMap(({ hash, raw }) => {
    const list = raw.authorizationList === undefined ? [] : (Stated.safeParse(raw).data?.authorizationList ?? []);
    return list.filter(isPossible(chainId)).map((authorization, place) => ({ hash, authorization, place }));
  });
  // The first authorization of each transaction before the second of any: a junk list hides no other transaction.
  possible.sort((a, b) => a.place - b.place);
  for (const { hash, authorization } of possible) {
    if (read === most) {
      unread += 1;
      continue;
    }
    read += 1;
    if (read % AT_A_TIME === 0) await othersRun();
    const signed = signedBy(authorization);
    if (signed !== null) byHash.set(hash, [...(byHash.get(hash) ?? []), signed]);
  }
  return { byHash, unread };
}

/** Chain 0 stands for every chain. */
const isPossible =
  (own: number | null) =>
  ({ chainId, nonce, s, parity }: Authorization): boolean =>
    (chainId === 0n || (own !== null && chainId === BigInt(own))) && nonce < LAST_NONCE && s <= MOST_S && parity < 2n;

function signedBy({ chainId, address, nonce, parity, r, s }: Authorization): SignedAuthorization | null {
  const hash = hashAuthorization({ chainId, address, nonce });
  const delegate = address === NO_ADDRESS ? null : address;
  try {
    const signature = Signature.from({ r: toBeHex(r, 32), s: toBeHex(s, 32), yParity: parity === 0n ? 0 : 1 });
    return { authority: recoverAddress(hash, signature), delegate, nonce };
  } catch {
    return null; // `r` is on no point of the curve, so that nobody has signed
  }
}
