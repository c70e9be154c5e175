import type { Executed } from './executed.ts';
import { WRAPPED_SOL } from './programs.ts';
import type { Flow } from './settle.ts';

/** The lamports that the cluster holds for each byte of an account, and the bytes of each account besides its data. */
const PER_BYTE = 6_960n;
const OVERHEAD = 128n;

/** Bytes of data of an account of the token program. Accounts of wrapped SOL have this size. */
export const TOKEN_ACCOUNT_SPACE = 165n;
/** The most data that a program gives an account when it creates the account, which costs 0.07 SOL. */
const MOST_SPACE = 10_240n;

/** The lamports that an account of this size must hold. */
export const leastRent = (space: bigint): bigint => (OVERHEAD + space) * PER_BYTE;

/**
 * The settled flows of lamports, each with whether it is rent. What one address pays as rent counts as payments where
 * all of it is more than one account of a program costs: whoever signs may make many accounts, or one of 10 MB for 73
 * SOL, and no thief may hide a theft so.
 */
export function withRent(flows: readonly Flow[], executed: Executed): (Flow & { readonly isRent: boolean })[] {
  const rents = new Set(flows.filter(rentTest(executed)));
  const paid = new Map<string, bigint>();
  for (const { from, amount } of rents) paid.set(from, (paid.get(from) ?? 0n) + amount);
  return flows.map((flow) => ({
    ...flow,
    isRent: rents.has(flow) && (paid.get(flow.from) ?? 0n) <= leastRent(MOST_SPACE),
  }));
}

/**
 * Whether a settled flow of lamports is the rent of an account: the account that the step created received the flow, or
 * the account that the step closed paid the flow. More than the rent is a payment: a stake, or SOL to wrap. Value that
 * only passed through the account is no rent.
 *
 * Programs close their own accounts without an instruction of the system program. Such a flow has no step, and it
 * empties the account.
 */
function rentTest({ keys, meta, steps, accounts }: Executed): (flow: Flow) => boolean {
  const spaces = new Map<string, bigint>();
  for (const step of steps) {
    if (step.does === 'pay' && step.space !== undefined) spaces.set(step.to, step.space);
    if (step.does === 'allocate') spaces.set(step.account, step.space);
  }
  const isEmptied = (account: string): boolean => {
    const index = keys.indexOf(account);
    return Number(meta.preBalances[index] ?? 0) > 0 && Number(meta.postBalances[index]) === 0;
  };
  return ({ from, to, amount, at }) => {
    const step = steps[at];
    if (step === undefined) return isEmptied(from);
    if (step.does === 'close') {
      const isWrapped = accounts.get(step.account)?.mint === WRAPPED_SOL;
      return from === step.account && (!isWrapped || amount <= leastRent(TOKEN_ACCOUNT_SPACE));
    }
    const space = spaces.get(to);
    return step.does === 'pay' && to === step.to && space !== undefined && amount <= leastRent(space);
  };
}
