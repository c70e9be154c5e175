import { type components, figure, usdFigure } from '../../sdk/index.ts';
import { shortText } from '../output/plain-text.ts';
import { type Cell, LEAST_SENTENCE } from '../output/text-table.ts';

type Transaction = components['schemas']['Transaction'];

type Amount = Pick<Transaction, 'tokenAmount' | 'tokenSymbol'>;

/** The amount of the headline. A stranger chooses the symbol. */
export const amountCell = (amount: Amount): Cell => ({
  whole: `${amount.tokenAmount} ${shortText(amount.tokenSymbol, 16)}`,
  short: shortAmount(amount, 8),
});

const shortAmount = ({ tokenAmount, tokenSymbol }: Amount, mostOfSymbol: number): string =>
  `${figure(tokenAmount)} ${shortText(tokenSymbol, mostOfSymbol)}`;

/** A longer amount in place of a value would push the sentence out. A stranger chooses how many tokens to send. */
const MOST_IN_PLACE_OF_VALUE = 16;

/**
 * The value in USD, or why there is none. The header of the column states the unit. A terminal shows the amount of a
 * token in place of an unknown value, behind `?`: a stranger may call the token USD.
 */
export function usdCell({
  valueUsd,
  valueStatus,
  ...amount
}: Pick<Transaction, 'valueUsd' | 'valueStatus'> & Amount): Cell {
  if (valueUsd !== null) {
    const short = usdFigure(valueUsd)
      .replace(/^less than /, '<')
      .replace(/ USD$/, '');
    return { whole: valueUsd, short };
  }
  const short = shortAmount(amount, 5);
  const isShown = figure(amount.tokenAmount) !== '0' && short.length <= MOST_IN_PLACE_OF_VALUE;
  return { whole: valueStatus, short: isShown ? `? ${short}` : valueStatus };
}

/** The direction as a narrow list shows it. */
export const directionCell = ({ direction }: Pick<Transaction, 'direction'>) => ({
  whole: direction,
  short: { inbound: 'in', outbound: 'out', internal: 'own' }[direction],
});

/** The address at an end of a payment. A terminal gets the label of an own wallet or of the address book. */
export const endCell = (address: string, label: string | null): Cell =>
  label === null ? address : { whole: address, short: shortText(label), least: LEAST_LABEL };
const LEAST_LABEL = 14;

/** An end of a payment in a record: the label of an own wallet or of the address book, and the whole address. */
export const endText = (address: string, label: string | null | undefined): string =>
  label == null ? address : `${shortText(label)} (${address})`;

/** The width that a sentence of a payment wants, in characters of a terminal. */
const WANTED_SENTENCE = 52;

/**
 * What happened, from the sentence alone, without the value in USD. A cut takes the end of the label of the wallet
 * first, as `sentenceCell`.
 * @param mark what the reader must know first, such as `acknowledged`.
 */
export function toldCell(summary: string, mark?: string): Cell {
  const text = summary.replace(/ \([\d,.]+ USD\)/, '');
  const [, counterparty] = / (?:paid|received|moved) .*( (?:to|from) .{1,40})$/.exec(text) ?? [];
  const short = mark === undefined ? text : summary === '' ? mark : `${mark}: ${text}`;
  return { whole: summary, short, least: LEAST_SENTENCE, wanted: WANTED_SENTENCE, kept: keptIn(text, counterparty) };
}

/**
 * What happened, as a list shows it. The value in USD has a column of its own on a terminal. A cut takes the end of the
 * label of the wallet first, then the amount, but the counterparty where the verb would go too.
 * @param mark what the reader must know about the record first, such as `reorged`.
 */
export function sentenceCell(summary: string, transaction: Transaction | null, mark?: string): Cell {
  const value = transaction?.valueUsd;
  const text = value == null ? summary : summary.replace(` (${usdFigure(value)})`, '');
  return {
    whole: summary,
    short: mark === undefined ? text : `${mark}: ${text}`,
    least: LEAST_SENTENCE,
    wanted: WANTED_SENTENCE,
    kept: transaction === null ? [] : keptIn(text, counterpartyIn(text, transaction)),
  };
}

/** What a cut of the sentence keeps, what says the most first. */
function keptIn(text: string, counterparty = ''): readonly string[] {
  const payment = counterparty === '' ? text : text.slice(0, text.lastIndexOf(counterparty));
  const [paid] = / (?:paid|received|moved) .{1,40}$/.exec(payment) ?? [];
  return paid === undefined ? [counterparty] : [`${paid}${counterparty}`, counterparty, paid];
}

/** ` to 0x8617…070D`: the other end of the payment as the sentence names it. */
function counterpartyIn(text: string, { fromAddress, fromLabel, toAddress, toLabel }: Transaction): string | undefined {
  const nameOf = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;
  const phrases = [
    ` from ${fromLabel ?? nameOf(fromAddress)}`,
    ...(toAddress === null ? [] : [` to ${toLabel ?? nameOf(toAddress)}`]),
  ];
  return phrases.find((phrase) => text.includes(phrase));
}
