import { PublicKey } from '@solana/web3.js';
import * as build from './build-step.ts';
import type { Step } from './step.ts';
import type { Call } from './transaction-message.ts';

/** The step of an instruction of a token program, read from its bytes; null for other and malformed instructions. */
export function tokenStep({ name, accounts, data }: Call): Step | null {
  const [first, second, third, fourth] = accounts;
  switch (name) {
    case 'transfer':
      return build.move(first, second, u64(data, 1));
    case 'transferChecked':
      return build.move(first, third, u64(data, 1)); // the second account is the mint
    case 'transferCheckedWithFee':
      return build.move(first, third, u64(data, 2));
    case 'mintTo':
    case 'mintToChecked':
      return build.mint(first, second, u64(data, 1));
    case 'burn':
    case 'burnChecked':
      return build.burn(second, first, u64(data, 1));
    case 'closeAccount':
      return build.close(first, second, third);
    case 'initializeAccount':
      return build.open(first, second, third);
    case 'initializeAccount2':
    case 'initializeAccount3':
      return build.open(first, second, addressAt(data, 1));
    case 'syncNative':
      return build.sync(first);
    case 'approve':
      return build.approve(first, second, third, u64(data, 1));
    case 'approveChecked':
      return build.approve(first, third, fourth, u64(data, 1), second, data[9]);
    case 'revoke':
      return build.revoke(first, second);
    case 'setAuthority':
      return build.setAuthority(first, second, newAuthority(data), data[1] === ACCOUNT_OWNER);
    default:
      return null;
  }
}

/** The ownership of a token account, as `SetAuthority` numbers the authorities. */
const ACCOUNT_OWNER = 2;

/** After the discriminator and the kind of authority: whether an address follows, and the address. */
function newAuthority(data: Buffer): string | null | undefined {
  return data[2] === 0 ? null : addressAt(data, 3);
}

const u64 = (data: Buffer, at: number): bigint | undefined =>
  data.length < at + 8 ? undefined : data.readBigUInt64LE(at);

const addressAt = (data: Buffer, at: number): string | undefined =>
  data.length < at + 32 ? undefined : new PublicKey(data.subarray(at, at + 32)).toBase58();
