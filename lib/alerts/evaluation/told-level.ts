import { exactFigure, figure, usdFigure } from '../../../sdk/figures.ts';
import { chainOf } from '../../chains/registry.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import { addressInShort, sanitise, symbol } from '../../values/untrusted-text.ts';
import type { EventSubject } from '../events/schema.ts';
import type { BalanceQuestion, Bound } from '../rules/port/balance-question.ts';
import type { Facts, Needs } from '../rules/port/facts.ts';
import type { LeftQuestion } from '../rules/port/left.ts';
import { isOfAsset, shownAsset } from '../rules/port/rule-asset.ts';

/** Code points of a label in a sentence. */
const MAX_LABEL = 64;

/** What a rule about a state has measured at a transaction. */
export interface ToldLevel {
  readonly subject: EventSubject;
  /** The level in one sentence without a full stop. The transaction has a sentence of its own. */
  sentence(label: string): string;
}

/** Null for a rule that judges the transaction alone. */
export function toldLevel(
  transaction: StoredTransaction,
  needs: Needs = {},
  { left, balance }: Facts,
): ToldLevel | null {
  const { walletId, chain } = transaction;
  if (needs.balance !== undefined && balance?.amount != null && balance.crossed !== null) {
    const { amount, crossed } = balance;
    const question = needs.balance;
    const { asset } = question;
    const symbol = symbolOf(transaction, asset);
    return {
      subject: { walletId, chain, asset: shownAsset(asset), symbol, level: amount },
      sentence: (label) => balanceSentence(question, crossed, { label, amount, symbol: symbol ?? inShort(asset) }),
    };
  }
  if (needs.left === undefined || left === undefined) return null;
  const question = needs.left;
  const { asset } = question;
  const symbol = asset && symbolOf(transaction, asset);
  const of = asset === null ? { chain: null, asset } : { chain, asset: shownAsset(asset) };
  return {
    subject: { walletId, ...of, symbol, level: left.sum },
    sentence: (label) => outflowSentence(question, left.sum, label, symbol ?? (asset && inShort(asset))),
  };
}

/** The symbol that the asset has in the transfers. A fee moves the native coin without a transfer. */
function symbolOf({ chain, transfers }: StoredTransaction, asset: string): string | null {
  const moved = transfers.find((each) => isOfAsset(each, asset));
  return moved?.asset ?? (asset === 'native' ? chainOf(chain).nativeSymbol : null);
}

const inShort = (asset: string): string => addressInShort(shownAsset(asset));

/** `Treasury holds 8,910 ETH, less than 9,000`. The amount is exact where a rounded amount would equal the bound. */
export function balanceSentence(
  { below, above }: BalanceQuestion,
  crossed: Bound,
  holding: { readonly label: string; readonly amount: string; readonly symbol: string },
): string {
  const bound = (crossed === 'below' ? below : above) ?? holding.amount;
  const { label, amount } = holding;
  const shown = figure(amount) === figure(bound) ? exactFigure(amount) : figure(amount);
  const held = `${sanitise(label, MAX_LABEL)} holds ${shown} ${symbol(holding.symbol)}`;
  return `${held}, ${crossed === 'below' ? 'less' : 'more'} than ${exactFigure(bound)}`;
}

/** `12,000 USD left Treasury within 60 minutes`. @param name the symbol of the asset; null when every asset counts. */
function outflowSentence(
  { unit, windowMinutes, per }: LeftQuestion,
  sum: string,
  label: string,
  name: string | null,
): string {
  const of = name === null ? '' : ` of ${symbol(name)}`;
  const left = unit === 'usd' ? `${usdFigure(sum)}${of}` : `${figure(sum)} ${symbol(name ?? '')}`;
  const where = per === 'rule' ? 'the wallets of the rule' : sanitise(label, MAX_LABEL);
  return `${left} left ${where} within ${windowMinutes} minutes`;
}
