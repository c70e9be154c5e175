import * as build from './build-step.ts';
import { parsedStep } from './parsed-steps.ts';
import { isToken, SYSTEM } from './programs.ts';
import { SQUADS } from './squads.ts';
import { squadsStep } from './squads-steps.ts';
import type { Step } from './step.ts';
import { tokenStep } from './token-steps.ts';
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

const u64 = (data: Buffer, at: number): bigint | undefined =>
  data.length < at + 8 ? undefined : data.readBigUInt64LE(at);
