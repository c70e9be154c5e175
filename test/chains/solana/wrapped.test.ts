import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SYSTEM, TOKEN, WRAPPED_SOL } from '../../../lib/chains/solana/programs.ts';
import { leastRent } from '../../../lib/chains/solana/rent.ts';
import { viewOf } from '../../../lib/transactions/view.ts';
import { address, coded, create, decoded, tokens, tokenTransfer, transfer } from './answers.ts';

const RENT = leastRent(165n);
const OWNERS = [1, 2, 3, 4].map(address);
const [PAYER = '', POOL = '', OTHER_POOL = ''] = OWNERS;
/** Token accounts of the owners, in the order of the owners. */
const ACCOUNTS = [11, 12, 13, 14].map(address);
const TEMP = 4 + 4;
const KEYS = [...OWNERS, ...ACCOUNTS, address(15), SYSTEM, TOKEN, WRAPPED_SOL];
const [SYSTEM_AT, TOKEN_AT, MINT_AT] = [TEMP + 1, TEMP + 2, TEMP + 3];
const START = 1_000_000_000n;

/** What happens to wrapped SOL. The payer wraps in the temporary account, or in the account of an owner. */
type Action =
  | { does: 'move'; from: number; to: number; amount: bigint }
  | { does: 'wrap'; account: number; amount: bigint }
  | { does: 'swapBack'; to: number; amount: bigint };

const instruction = (program: number, accounts: number[], data: string) => ({
  programIdIndex: program,
  accounts,
  data,
});

/**
 * Executes actions on a ledger of lamports and tokens. Each owner starts with a billion units of both. `swapBack` opens
 * a temporary account, moves tokens of an owner into it and closes it, so that the payer gets unwrapped SOL.
 */
function executedBy(actions: readonly Action[]) {
  const lamports = [...OWNERS.map(() => START), ...ACCOUNTS.map(() => START + RENT), 0n, 1n, 1n, 1n];
  const held = ACCOUNTS.map(() => START);
  const before = [...lamports];
  const instructions: object[] = [];
  let [wrapped, unwrapped] = [0n, 0n];
  const pay = (from: number, to: number, amount: bigint) => {
    lamports[from] = (lamports[from] ?? 0n) - amount;
    lamports[to] = (lamports[to] ?? 0n) + amount;
  };
  const move = (from: number, to: number, amount: bigint) => {
    pay(4 + from, 4 + to, amount);
    for (const [at, change] of [[from, -amount] as const, [to, amount] as const]) held[at] = (held[at] ?? 0n) + change;
  };
  for (const action of actions) {
    if (action.does === 'move') {
      move(action.from, action.to, action.amount);
      instructions.push(
        instruction(TOKEN_AT, [4 + action.from, 4 + action.to, action.from], tokenTransfer(action.amount)),
      );
    }
    if (action.does === 'wrap') {
      wrapped += action.amount;
      pay(0, 4 + action.account, action.amount);
      held[action.account] = (held[action.account] ?? 0n) + action.amount;
      instructions.push(
        instruction(SYSTEM_AT, [0, 4 + action.account], transfer(action.amount)),
        instruction(TOKEN_AT, [4 + action.account], coded(17)),
      );
    }
    if (action.does === 'swapBack') {
      unwrapped += action.amount;
      pay(4 + action.to, 0, action.amount);
      held[action.to] = (held[action.to] ?? 0n) - action.amount;
      instructions.push(
        instruction(SYSTEM_AT, [0, TEMP], create(RENT, 165n)),
        instruction(TOKEN_AT, [TEMP, MINT_AT, 0], coded(1)),
        instruction(TOKEN_AT, [4 + action.to, TEMP, action.to], tokenTransfer(action.amount)),
        instruction(TOKEN_AT, [TEMP, 0, 0], coded(9)),
      );
    }
  }
  const balances = (amounts: readonly bigint[]) =>
    amounts.map((amount, at) => tokens(4 + at, OWNERS[at], amount, WRAPPED_SOL));
  const transaction = decoded({
    keys: KEYS,
    instructions,
    before: before.map(Number),
    after: lamports.map((each, at) => Number(at === 0 ? each - 5_000n : each)),
    meta: { preTokenBalances: balances(ACCOUNTS.map(() => START)), postTokenBalances: balances(held) },
  });
  const movements = transaction.movements.filter(({ tokenAddress }) => tokenAddress === WRAPPED_SOL);
  return { movements, transaction, wrapped, unwrapped };
}
const units = (amount: string) => BigInt(Math.round(Number(amount) * 1e9));

describe('wrapped SOL', () => {
  it('comes from the address that lost it, when its owner pays first and is paid later', () => {
    const { movements } = executedBy([
      { does: 'move', from: 0, to: 1, amount: 70n },
      { does: 'move', from: 2, to: 0, amount: 70n },
    ]);
    expect(movements).toMatchObject([{ from: OTHER_POOL, to: POOL, amount: '0.00000007' }]);
  });

  it('comes from the address that wrapped it and paid with it, which sees the payment of SOL alone', () => {
    // Scenario: the payer wraps 30, pays 70 to a pool, and another pool pays 40 to the payer.
    const { movements, transaction } = executedBy([
      { does: 'wrap', account: 0, amount: 30n },
      { does: 'move', from: 0, to: 1, amount: 70n },
      { does: 'move', from: 2, to: 0, amount: 40n },
    ]);
    expect(movements).toMatchObject([
      { from: PAYER, to: POOL, amount: '0.00000003', seenBy: 'receiver' },
      { from: OTHER_POOL, to: POOL, amount: '0.00000004' },
    ]);
    expect(transaction.deviations).toBeUndefined();
    const seen = (wallet: string) => viewOf(transaction, wallet, () => false).transfers;
    expect(seen(PAYER)).toMatchObject([{ standard: 'native', from: PAYER, to: POOL, amount: '0.00000003' }]);
    expect(seen(ACCOUNTS[1] ?? '')).toMatchObject([{}, { standard: 'native', from: PAYER, to: ACCOUNTS[1] }]);
    expect(seen(POOL)).toMatchObject([
      { from: PAYER, amount: '0.00000003', direction: 'inbound' },
      { from: OTHER_POOL },
    ]);
  });

  it('comes from its mint when the address that wrapped it keeps it', () => {
    const { movements } = executedBy([{ does: 'wrap', account: 0, amount: 30n }]);
    expect(movements).toMatchObject([{ from: WRAPPED_SOL, to: PAYER, amount: '0.00000003' }]);
    expect(movements[0]).not.toHaveProperty('seenBy');
  });

  it('goes to the address that is paid with it and unwraps it, which sees the SOL alone', () => {
    const { movements, transaction } = executedBy([
      { does: 'move', from: 1, to: 2, amount: 25n },
      { does: 'swapBack', to: 1, amount: 70n },
    ]);
    expect(movements).toMatchObject([
      { from: POOL, to: OTHER_POOL, amount: '0.000000025' },
      { from: POOL, to: PAYER, amount: '0.00000007', seenBy: 'sender' },
    ]);
    // The lamports behind the tokens arrive in one movement, without the deposit of the temporary account.
    expect(transaction.movements[0]).toMatchObject({ standard: 'native', to: PAYER, amount: '0.00000007' });
    const { transfers } = viewOf(transaction, PAYER, () => false);
    expect(transfers).toMatchObject([{ standard: 'native', from: POOL, to: PAYER, direction: 'inbound' }]);
    expect(transaction.deviations).toBeUndefined();
  });

  it('does not name its mint when the transaction unwraps what it wrapped', () => {
    const { movements } = executedBy([
      { does: 'wrap', account: 0, amount: 30n },
      { does: 'swapBack', to: 0, amount: 30n },
    ]);
    // A transfer between two accounts of one owner.
    expect(movements).toMatchObject([{ from: PAYER, to: PAYER, amount: '0.00000003' }]);
  });

  it('starts where it was wrapped, and ends where it was unwrapped, with no more than was', () => {
    const at = fc.nat(3);
    const amount = fc.bigInt({ min: 1n, max: 1_000n });
    const action: fc.Arbitrary<Action> = fc.oneof(
      fc.record({ does: fc.constant('move' as const), from: at, to: at, amount }).filter(({ from, to }) => from !== to),
      fc.record({ does: fc.constant('wrap' as const), account: at, amount }),
      fc.record({ does: fc.constant('swapBack' as const), to: at, amount }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 10 }), (actions) => {
        const { movements, wrapped, unwrapped } = executedBy(actions);
        const sum = (end: 'from' | 'to') =>
          movements
            .filter((each) => each[end] === WRAPPED_SOL || each.seenBy === { from: 'receiver', to: 'sender' }[end])
            .reduce((total, each) => total + units(each.amount), 0n);
        expect(sum('from') <= wrapped).toBe(true);
        expect(sum('to') <= unwrapped).toBe(true);
        expect(sum('from') - sum('to')).toBe(wrapped - unwrapped);
      }),
    );
  });
});
