import { PublicKey } from '@solana/web3.js';
import * as build from './build-step.ts';
import { parsedStep } from './parsed-steps.ts';
import { isToken, SYSTEM } from './programs.ts';
import { SQUADS } from './squads.ts';
import { squadsStep } from './squads-steps.ts';
import type { Step } from './step.ts';
import type { Call } from './transaction-message.ts';

/** The step of an instruction of the system, a token or the Squads program; null for other and malformed ones. */
export function stepOf(call: Call): Step | null {
  if (call.info !== undefined) return parsedStep(call.program, call.name, call.info);
  if (call.program === SYSTEM) return systemStep(call);
  if (call.program === SQUADS) return squadsStep(call);
  return isToken(call.program) ? tokenStep(call) : null;
}

function systemStep({ name, accounts, data }: Call): Step | null {
  const [from, to, third] = accounts;
  switch (name) {
    case 'transfer':
    case 'withdrawFromNonce':
      return build.pay(from, to, u64(data, 4));
    case 'createAccount':
      return build.pay(from, to, u64(data, 4), u64(data, 12));
    case 'createAccountWithSeed':
      return build.pay(from, to, u64(data, behindSeed(data)), u64(data, behindSeed(data) + 8));
    case 'transferWithSeed':
      return build.pay(from, third, u64(data, 4)); // the second account is the base that signs
    case 'allocate':
      return build.allocate(from, u64(data, 4));
    case 'allocateWithSeed':
      return build.allocate(from, u64(data, behindSeed(data)));
    default:
      return null;
  }
}

/** The place behind the base address, the length of the seed, and the seed. */
const behindSeed = (data: Buffer): number => (data.length < 44 ? data.length : 44 + Number(data.readBigUInt64LE(36)));

/** The step of an instruction of a token program, read from its bytes; null for other and malformed instructions. */
function tokenStep({ name, accounts, data }: Call): Step | null {
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
