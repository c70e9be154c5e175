import { Engine, type NestedCondition } from 'json-rules-engine';
import * as z from 'zod';
import type { StoredRule } from '../lib/alerts/rules/schema.ts';
import { anyMatchForm } from '../lib/chains/any-address.ts';
import { selectorOf } from '../lib/chains/evm/method-selector.ts';
import { ChainId, chainOf } from '../lib/chains/registry.ts';
import type { StoredTransaction } from '../lib/transactions/schema.ts';

/** A transfer for json-rules-engine: with numbers, and with addresses in match form. */
interface PlainTransfer {
  readonly symbol: string;
  readonly token: string | null;
  readonly amount: number;
  readonly usd: number | null;
  readonly direction: string;
}

/** The facts of a transaction, in the form in which json-rules-engine answers fastest. */
export function factsOf(transaction: StoredTransaction, recentCount: number) {
  const { status, walletId, txType, methodName, methodSelector, chain, called, toAddress, gasPriceGwei } = transaction;
  const { fromAddress, sender, transfers } = transaction;
  const ends = transfers.flatMap(({ from, to, senders = [] }) => [from, to, ...senders]);
  const forms = (addresses: readonly (string | null)[]) =>
    addresses.flatMap((address) => (address === null ? [] : [anyMatchForm(address)]));
  const isCall = txType === 'contract_call' || txType === 'token_mint';
  const isEvm = chainOf(ChainId.parse(chain)).family === 'evm';
  return {
    status,
    walletId,
    txType,
    methodName,
    methodSelector,
    recentCount,
    isCall: isCall || (isEvm && txType === 'transfer' && methodName !== null),
    gasPrice: gasPriceGwei === null ? null : Number(gasPriceGwei),
    targets: forms([called, toAddress]),
    parties: forms([fromAddress, toAddress, sender, called, ...ends]),
    transfers: transfers
      .map(
        ({ asset, tokenAddress, amount, valueUsd, direction }): PlainTransfer => ({
          symbol: asset.toLowerCase(),
          token: tokenAddress === null ? null : anyMatchForm(tokenAddress),
          amount: Number(amount),
          usd: valueUsd === null ? null : Number(valueUsd),
          direction,
        }),
      )
      .filter(({ token, amount }) => token === null || amount > 0),
  };
}

/** The conditions of the benchmark's rules, which are of no other form. */
const Given = z.object({
  direction: z.string().optional(),
  value_usd: z.object({ gte: z.number() }).optional(),
  amount: z.object({ gt: z.number() }).optional(),
  token_symbol: z.union([z.string(), z.array(z.string())]).optional(),
  token_address: z.string().optional(),
  contract_address: z.string().default(''),
  method: z.string().default(''),
  addresses: z.array(z.string()).default([]),
  gas_price_gwei: z.object({ gte: z.number() }).default({ gte: 0 }),
  count: z.object({ gte: z.number() }).default({ gte: 0 }),
});
type Given = z.output<typeof Given>;

/** What a transfer must be. */
interface Wanted {
  readonly direction?: string;
  readonly usd?: number;
  readonly more?: number;
  readonly symbols?: readonly string[];
  readonly token?: string;
}

const isWanted = (transfer: PlainTransfer, { direction, usd, more, symbols, token }: Wanted): boolean =>
  (direction === undefined || transfer.direction === direction) &&
  (usd === undefined || (transfer.usd !== null && transfer.usd >= usd)) &&
  (more === undefined || transfer.amount > more) &&
  (symbols === undefined || symbols.includes(transfer.symbol)) &&
  (token === undefined || transfer.token === token);

const equal = (fact: string, value: unknown): NestedCondition => ({ fact, operator: 'equal', value });

function wantedOf({ direction, value_usd, amount, token_symbol, token_address }: Given): Wanted {
  return {
    ...(direction !== undefined && { direction }),
    ...(value_usd !== undefined && { usd: value_usd.gte }),
    ...(amount !== undefined && { more: amount.gt }),
    ...(token_symbol !== undefined && { symbols: [token_symbol].flat().map((symbol) => symbol.toLowerCase()) }),
    ...(token_address !== undefined && { token: anyMatchForm(token_address) }),
  };
}

const transferOf = (wanted: Wanted): NestedCondition[] => [
  equal('status', 'success'),
  { fact: 'transfers', operator: 'hasTransfer', value: wanted },
];

/** A method by its name or its signature. */
function methodIs(method: string): NestedCondition {
  if (!method.includes('(')) return equal('methodName', method);
  const selector = selectorOf(method);
  const [name = ''] = method.split('(');
  return {
    any: [
      equal('methodSelector', selector),
      { all: [equal('methodSelector', null), { fact: 'methodName', operator: 'in', value: [name, selector] }] },
    ],
  };
}

function conditionsOf({ id, ruleType, conditions }: StoredRule): NestedCondition[] {
  const given = Given.parse(conditions);
  switch (ruleType) {
    case 'inbound_only':
      return transferOf({ ...wantedOf(given), direction: 'inbound' });
    case 'outbound_only':
      return transferOf({ ...wantedOf(given), direction: 'outbound' });
    case 'contract_call':
      return [
        equal('isCall', true),
        { fact: 'targets', operator: 'contains', value: anyMatchForm(given.contract_address) },
      ];
    case 'method_call':
      return [methodIs(given.method)];
    case 'address_blacklist':
      return [{ fact: 'parties', operator: 'hasListed', value: id }];
    case 'gas_spike':
      return [{ fact: 'gasPrice', operator: 'greaterThanInclusive', value: given.gas_price_gwei.gte }];
    case 'frequency':
      return [{ fact: 'recentCount', operator: 'greaterThanInclusive', value: given.count.gte }];
    case 'contract_deploy':
      return [equal('status', 'success'), equal('txType', 'contract_deploy')];
    case 'token_mint':
      return [...transferOf(wantedOf(given)), equal('txType', 'token_mint')];
    default:
      return transferOf(wantedOf(given));
  }
}

/**
 * The rules in json-rules-engine. Its numbers are doubles. It copies the values of conditions in each run, so the
 * lists of addresses are outside the conditions.
 */
export function jsonRulesOf(rules: readonly StoredRule[]): Engine {
  const lists = new Map(
    rules.map(({ id, conditions }) => [id, new Set(Given.parse(conditions).addresses.map(anyMatchForm))]),
  );
  const engine = new Engine();
  engine.addOperator('hasTransfer', (transfers: readonly PlainTransfer[], wanted: Wanted) =>
    transfers.some((transfer) => isWanted(transfer, wanted)),
  );
  engine.addOperator('hasListed', (parties: readonly string[], list: string) =>
    parties.some((party) => lists.get(list)?.has(party)),
  );
  for (const rule of rules) {
    const { id, walletIds } = rule;
    const wallet: NestedCondition[] =
      walletIds.length === 0 ? [] : [{ fact: 'walletId', operator: 'in', value: walletIds }];
    engine.addRule({ conditions: { all: [...wallet, ...conditionsOf(rule)] }, event: { type: id } });
  }
  return engine;
}
