import * as z from 'zod';
import { addTo, type RawNet } from './rule.ts';
import { Instruction, SYSTEM, stepOf, Units } from './solana-steps.ts';

const Key = z.union([z.string(), z.object({ pubkey: z.string() }).transform(({ pubkey }) => pubkey)]);
const TokenBalance = z.object({
  accountIndex: z.number(),
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: z.object({ amount: Units, decimals: z.number() }),
});
const Answer = z.object({
  transaction: z.object({
    message: z.object({ accountKeys: z.array(Key), instructions: z.array(Instruction) }),
  }),
  meta: z.object({
    err: z.unknown(),
    fee: Units,
    preBalances: z.array(Units),
    postBalances: z.array(Units),
    preTokenBalances: z.array(TokenBalance).nullish(),
    postTokenBalances: z.array(TokenBalance).nullish(),
    innerInstructions: z.array(z.object({ index: z.number(), instructions: z.array(Instruction) })).nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
});

const WRAPPED = 'So11111111111111111111111111111111111111112';

/** What an account of this size must hold. */
const rentOf = (space: bigint): bigint => (128n + space) * 6960n;
const TOKEN_ACCOUNT = 165n;
/** More than this costs is no rent of one payer: the most data of an account that a program makes. */
const LARGEST = 10_240n;

/** What is known of an address in a transaction. */
export interface SolanaNets {
  /** Without the rent that the address paid or got back, unless nothing else moved. */
  readonly nets: readonly RawNet[];
  /**
   * An account vanished without an instruction that closes it, so nobody states who got its rent. Or the address is a
   * mint or the system program, which stand for what no holder gave or got. Or the address passed on what it got.
   */
  readonly isUndecided: boolean;
}

/** The sums of each address in a transaction, from the answer of `getTransaction`. */
export function solanaNets(answer: unknown): ReadonlyMap<string, SolanaNets> {
  const { transaction, meta } = Answer.parse(answer);
  if (meta.err !== null && meta.err !== undefined) return new Map();
  const { accountKeys } = transaction.message;
  const loaded = [...(meta.loadedAddresses?.writable ?? []), ...(meta.loadedAddresses?.readonly ?? [])];
  const keys = accountKeys.length === meta.preBalances.length ? accountKeys : [...accountKeys, ...loaded];
  const before = new Map(keys.map((key, n) => [key, meta.preBalances[n] ?? 0n]));
  const after = new Map(keys.map((key, n) => [key, meta.postBalances[n] ?? 0n]));
  const change = (key: string): bigint => (after.get(key) ?? 0n) - (before.get(key) ?? 0n);
  const inner = new Map((meta.innerInstructions ?? []).map(({ index, instructions }) => [index, instructions]));
  const steps = transaction.message.instructions
    .flatMap((outer, n) => [outer, ...(inner.get(n) ?? [])])
    .flatMap((each) => stepOf(each, keys) ?? []);

  /** The lamports that left an account of wrapped SOL with its tokens, beyond those that came. */
  const paidOut = (account: string): bigint =>
    steps.reduce((sum, { does, from, account: to, amount = 0n }) => {
      if (does === 'move' && from === account) return sum + amount;
      return to === account && (does === 'move' || does === 'pay') ? sum - amount : sum;
    }, 0n);

  const balances = [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])];
  const holders = new Map(balances.map(({ accountIndex, ...balance }) => [keys[accountIndex] ?? '', balance]));
  const opened = new Map(steps.flatMap(({ does, account, owner }) => (does === 'open' ? [[account, owner]] : [])));
  const madeWrapped = new Set(
    steps.flatMap(({ does, account, to }) => (does === 'open' && to === WRAPPED ? account : [])),
  );
  const isWrapped = (account: string | null) =>
    account !== null && (holders.get(account)?.mint === WRAPPED || madeWrapped.has(account));
  const ownerOf = (account: string) => holders.get(account)?.owner ?? opened.get(account) ?? account;
  const tokens = new Map<string, Map<string, bigint>>();
  const decimals = new Map(balances.map(({ mint, uiTokenAmount }) => [mint, uiTokenAmount.decimals]));
  const count = ({ mint, accountIndex, owner, uiTokenAmount }: z.output<typeof TokenBalance>, sign: bigint): void => {
    const held = tokens.get(mint) ?? new Map<string, bigint>();
    addTo(held, owner ?? ownerOf(keys[accountIndex] ?? ''), sign * uiTokenAmount.amount);
    tokens.set(mint, held);
  };
  for (const balance of meta.preTokenBalances ?? []) count(balance, -1n);
  // A node may still list the tokens of an account that no longer exists.
  for (const balance of meta.postTokenBalances ?? []) if (meta.postBalances[balance.accountIndex]) count(balance, 1n);

  const rents = new Map<string, bigint>();
  const addRent = (from: string, to: string, amount: bigint): void => {
    addTo(rents, from, -amount);
    addTo(rents, to, amount);
  };
  const spaces = new Map(steps.flatMap(({ account, space }) => (space === undefined ? [] : [[account, space]])));
  const made = new Set<string>();
  const deposits: (readonly [from: string, to: string, amount: bigint])[] = [];
  for (const { does, account, from, amount = 0n } of steps) {
    const space = spaces.get(account);
    const [gain, isFirst] = [change(account), before.get(account) === 0n && !made.has(account)];
    if (does !== 'pay' || from === undefined || space === undefined || !isFirst || gain <= 0n) continue;
    made.add(account);
    if (amount <= rentOf(space)) deposits.push([from, account, amount < gain ? amount : gain]);
  }
  for (const deposit of deposits) {
    const total = deposits.filter(([from]) => from === deposit[0]).reduce((sum, [, , amount]) => sum + amount, 0n);
    if (total <= rentOf(LARGEST)) addRent(...deposit);
  }
  const closed = new Set<string>();
  for (const { does, account, to } of steps) {
    const held = before.get(account) ?? 0n;
    if (does !== 'close' || to === undefined || closed.has(account) || held === 0n) continue;
    closed.add(account);
    const left = held - (isWrapped(account) ? paidOut(account) : 0n);
    const most = isWrapped(account) ? rentOf(TOKEN_ACCOUNT) : rentOf(LARGEST);
    if (after.get(account) === 0n && left <= most) addRent(account, to, left);
  }
  const isRentUnknown = keys.some((key) => before.get(key) !== 0n && after.get(key) === 0n && !closed.has(key));

  const natives = new Map(keys.map((key, n) => [key, change(key) + (n === 0 ? meta.fee : 0n)]));
  const paid = new Map([...natives].map(([key, units]) => [key, units - (rents.get(key) ?? 0n)]));
  const owners = [...tokens.values()].flatMap((held) => [...held.keys()]);
  const addresses = new Set([...keys, ...owners, ...tokens.keys(), SYSTEM]);
  const movesOf = (address: string): RawNet[] =>
    steps.flatMap(({ does, from = '', account = '', amount: received = 0n }) => {
      const isOwn = does === 'pay' ? from === account && from === address : ownerOf(from) === address;
      const isItself = isOwn && received > 0n && (does === 'pay' || (does === 'move' && ownerOf(account) === address));
      const { mint = 'native' } = does === 'move' ? (holders.get(from) ?? {}) : {};
      const known = { asset: mint, units: 0n, decimals: decimals.get(mint) ?? 9, other: address };
      return isItself ? [{ ...known, received }] : [];
    });
  return new Map(
    [...addresses].map((address): [string, SolanaNets] => {
      const sol = netOf('native', paid, address, 9);
      // Who pays an account of wrapped SOL pays its owner.
      const isAccount = isWrapped(address) && ownerOf(address) !== address;
      const owner = isWrapped(sol.other) && !isAccount ? ownerOf(sol.other ?? '') : sol.other;
      const native = { ...sol, other: owner === address ? sol.other : owner };
      const kinds = [...tokens].map(([mint, held]) => netOf(mint, held, address, decimals.get(mint) ?? 0));
      const payments = [native, ...kinds].filter(({ units }) => units !== 0n);
      const rent = [netOf('native', rents, address, 9)].filter(({ units }) => units !== 0n);
      const moves = movesOf(address);
      const [nets = []] = [payments, moves, rent].filter(({ length }) => length > 0);
      const isNoHolder = tokens.has(address) || address === SYSTEM;
      const isPassing = payments.length === 0 && moves.length > 1;
      return [address, { nets, isUndecided: isRentUnknown || isNoHolder || isPassing }];
    }),
  );
}

/** The other end is known where one address alone gained what others lost, or the reverse. */
function netOf(asset: string, sums: ReadonlyMap<string, bigint>, address: string, decimals: number): RawNet {
  const units = sums.get(address) ?? 0n;
  const across = [...sums].filter(([, other]) => (units > 0n ? other < 0n : other > 0n)).map(([key]) => key);
  const [only, ...more] = across;
  const total = [...sums.values()].reduce((sum, each) => sum + each, 0n);
  const other = only !== undefined && more.length === 0 && total === 0n ? only : null;
  return { asset, units, decimals, received: 0n, other };
}
