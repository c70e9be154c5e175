import { type components, coversWallet, typedFigure, usdFigure, type WalletSelector } from '../../../sdk/index.ts';
import { foreignText } from '../../design/foreign-text.ts';
import { recordOf } from './schema-fields.ts';

type Schemas = components['schemas'];
type Wallet = Pick<Schemas['Wallet'], 'id' | 'label' | 'address' | 'type' | 'tags' | 'chains'>;

/** A made-up payment by which a rule can be tested before the first record. */
export interface Sample {
  readonly value: string;
  readonly label: string;
  readonly description: string;
  readonly transaction: NonNullable<Schemas['TestRule']['transaction']>;
}

/** The rule types that ask about one transfer and its ends. */
const OF_TRANSFERS = ['any_transfer', 'large_transfer', 'token_transfer', 'inbound_only', 'outbound_only'];
/** An address that no book and no list has. */
const STRANGER = '0x1111111111111111111111111111111111111111';
const USUAL = '1000';

/**
 * Payments of a wallet of the rule: one within the bounds of the amount, one of half this amount, and one with a
 * counterparty that the rule excepts.
 */
export function sampleTransactions(
  rule: Readonly<Record<string, unknown>>,
  wallets: readonly Wallet[],
): readonly Sample[] {
  const ruleType = String(rule.ruleType);
  const wallet = wallets.find((each) => coversWallet(selectorOf(rule.wallets), each));
  if (wallet === undefined || !OF_TRANSFERS.includes(ruleType)) return [];
  const conditions = recordOf(rule.conditions);
  const receives = conditions.side === 'receives' || ruleType === 'inbound_only';
  const isOwn = conditions.other_end === 'own';
  const another = wallets.find(({ id }) => id !== wallet.id)?.address ?? STRANGER;
  const [excepted] = [conditions.counterparty_not_in].flat().map(String);
  const [tokenSymbol = 'ETH'] = [conditions.token_symbol ?? []].flat().map(String);
  const usd = enough(conditions.value_usd);
  const amount = enough(conditions.amount);
  const isOfAmount = ruleType === 'token_transfer';
  const sample = (value: string, much: string, other: string, counterparty: string): Sample => {
    const [from, to] = receives ? [other, wallet.address] : [wallet.address, other];
    const told = isOfAmount ? `${much} ${tokenSymbol}` : usdFigure(much);
    const name = foreignText(wallet.label, 40);
    return {
      value,
      label: `Sample: ${name} ${receives ? 'receives' : 'pays'} ${told}`,
      description: `Made up, ${receives ? 'from' : 'to'} ${counterparty}`,
      transaction: {
        walletId: wallet.id,
        ...(wallet.chains[0] === undefined ? {} : { chain: wallet.chains[0] }),
        direction: isOwn ? 'internal' : receives ? 'inbound' : 'outbound',
        fromAddress: from,
        toAddress: to,
        tokenSymbol,
        tokenAmount: isOfAmount ? much : '1',
        valueUsd: isOfAmount ? USUAL : much,
      },
    };
  };
  const much = isOfAmount ? amount : usd;
  const isBounded = (isOfAmount ? conditions.amount : conditions.value_usd) !== undefined;
  const [end, counterparty] = isOwn ? [another, 'an own wallet'] : [STRANGER, 'a stranger'];
  return [
    sample('sample', much, end, counterparty),
    ...(isBounded ? [sample('half', half(much), end, counterparty)] : []),
    ...(excepted?.startsWith('0x') === true
      ? [sample('excepted', much, excepted, 'a counterparty that the rule excepts')]
      : []),
  ];
}

function selectorOf(value: unknown): WalletSelector {
  const { ids, tags, types } = recordOf(value);
  const listIn = (given: unknown) => (Array.isArray(given) ? given.map(String) : []);
  return { ids: listIn(ids), tags: listIn(tags), types: listIn(types) };
}

/** An amount within the bounds: the lower bound, or more than it. */
function enough(bounds: unknown): string {
  const { gte, gt, lte, lt } = recordOf(bounds);
  const above = figureOf(gt);
  if (above !== undefined) return String(wholeOf(above) + 1n);
  return figureOf(gte) ?? figureOf(lte) ?? (figureOf(lt) === undefined ? USUAL : half(figureOf(lt) ?? USUAL));
}

const figureOf = (value: unknown): string | undefined => (value === undefined ? undefined : typedFigure(String(value)));
const wholeOf = (figure: string): bigint => BigInt(figure.split('.')[0] || '0');
const half = (figure: string): string => String(wholeOf(figure) / 2n);
