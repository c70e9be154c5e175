import type { StoredRule } from '../lib/alerts/rules/schema.ts';
import type { RuleType } from '../lib/alerts/rules/types/rule-types.ts';
import type { StoredTransaction } from '../lib/transactions/schema.ts';
import { derivedId } from '../lib/values/ids.ts';
import { seededNumbers, WALLETS, walletId } from './list-records.ts';

type Pick = <T>(values: readonly T[]) => T;

/** What the conditions of rules name: what occurs in the transactions. */
interface Seen {
  readonly symbols: readonly string[];
  readonly tokens: readonly string[];
  readonly addresses: readonly string[];
  readonly methods: readonly string[];
}

type Conditions = (pick: Pick, seen: Seen) => StoredRule['conditions'];

const SEED = 11;
const USD = [100, 1_000, 10_000, 50_000, 100_000, 1_000_000];
const DIRECTIONS = [{ direction: 'inbound' }, { direction: 'outbound' }, {}];
/** The lengths of lists of flagged addresses. */
const LISTED = [1, 5, 20, 200];

/** The types that the specification names, each with the conditions of a rule. */
const TYPES: readonly (readonly [type: RuleType, conditions: Conditions])[] = [
  ['any_transfer', (pick) => pick(DIRECTIONS)],
  ['large_transfer', (pick) => ({ value_usd: { gte: pick(USD) }, ...pick(DIRECTIONS) })],
  [
    'token_transfer',
    (pick, { symbols, tokens }) => ({
      ...pick([{ token_symbol: [pick(symbols), pick(symbols)] }, { token_address: pick(tokens) }]),
      amount: { gt: pick(USD) },
    }),
  ],
  ['inbound_only', (pick) => ({ value_usd: { gte: pick(USD) } })],
  ['outbound_only', (pick, { symbols }) => ({ token_symbol: pick(symbols) })],
  ['contract_call', (pick, { addresses }) => ({ contract_address: pick(addresses) })],
  ['method_call', (pick, { methods }) => ({ method: pick(methods) })],
  [
    'address_blacklist',
    (pick, { addresses }) => ({
      addresses: [pick(addresses), ...Array.from({ length: pick(LISTED) }, (_, n) => strangerOf(n))],
    }),
  ],
  ['gas_spike', (pick) => ({ gas_price_gwei: { gte: pick([10, 30, 50, 100, 300]) } })],
  ['frequency', (pick) => ({ count: { gte: pick([2, 5, 10, 50]) }, window_minutes: pick([5, 10, 60]) })],
  ['contract_deploy', () => ({})],
  ['token_mint', (pick, { symbols }) => ({ token_symbol: pick(symbols) })],
];

/** An address that is in no transaction. */
const strangerOf = (n: number): string =>
  `0x${derivedId('bench', 'flagged', String(n)).replaceAll('-', '')}${'0'.repeat(8)}`;

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null).filter((value) => value !== '')),
];

function seenIn(transactions: readonly StoredTransaction[]): Seen {
  const transfers = transactions.flatMap((transaction) => transaction.transfers);
  const names = distinct(transactions.map(({ methodName }) => methodName));
  return {
    symbols: distinct(transfers.map(({ asset }) => asset)),
    tokens: distinct(transfers.map(({ tokenAddress }) => tokenAddress)),
    addresses: distinct(transactions.flatMap(({ fromAddress, toAddress }) => [fromAddress, toAddress])),
    methods: [...names.filter((name) => /^[A-Za-z]\w*$/.test(name)), 'deposit', 'transfer(address,uint256)'],
  };
}

function picker(random: () => number): Pick {
  return (values) => {
    const [value] = values.slice(Math.floor(random() * values.length));
    if (value === undefined) throw new Error('there is nothing to pick');
    return value;
  };
}

/** Rules of the twelve types in turn. A third of them name one to three wallets; the others are for all wallets. */
export function rulesFor(transactions: readonly StoredTransaction[], count: number): StoredRule[] {
  const pick = picker(seededNumbers(SEED));
  const seen = seenIn(transactions);
  const wallets = Array.from({ length: WALLETS }, (_, n) => walletId(n));
  const at = new Date(0).toISOString();
  return Array.from({ length: count }, (_, n) => {
    const [ruleType, conditions] = pick([TYPES[n % TYPES.length] ?? pick(TYPES)]);
    const named = n % 3 === 0 ? Array.from({ length: pick([1, 2, 3]) }, () => pick(wallets)) : [];
    return {
      id: derivedId('bench', 'rule', String(n)),
      name: `Rule ${n}`,
      ruleType,
      severity: 'warning',
      walletIds: [...new Set(named)],
      walletTags: [],
      walletTypes: [],
      conditions: conditions(pick, seen),
      cooldownMinutes: 0,
      cooldownPer: 'wallet',
      isActive: true,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
  });
}
