import { sanitise, symbol } from '../../values/untrusted-text.ts';
import type { DifferenceNotice } from '../port/notice.ts';
import { amountInShort } from './headline-figures.ts';
import type { NoticeText } from './notice-text.ts';

const MAX_VALUE = 100;
const MAX_NAME = 64;

/** The text for people: a balance deviates from the records of the wallet. */
export function differenceText(notice: DifferenceNotice): NoticeText {
  const { id, wallet, chain, asset, tokenAddress, expected, actual, difference, fromHeight, toHeight } = notice;
  const sign = difference.startsWith('-') ? '-' : '+';
  const short = `${sign}${amountInShort(difference.replace('-', ''))} ${symbol(asset)}`;
  const label = sanitise(wallet.label, MAX_NAME);
  const chainName = sanitise(chain.name, MAX_VALUE);
  const amount = (value: string) => `${sanitise(value, MAX_VALUE)} ${symbol(asset)}`;
  return {
    title: `Balance difference: ${short}, ${label}`,
    summary: `The balance on ${chainName} deviates from the records, and no recorded transaction explains why.`,
    facts: [
      { name: 'Wallet', value: sanitise(wallet.label, MAX_VALUE) },
      { name: 'Address', value: sanitise(wallet.address, MAX_VALUE) },
      { name: 'Chain', value: chainName },
      ...(tokenAddress === null ? [] : [{ name: 'Token contract', value: sanitise(tokenAddress, MAX_VALUE) }]),
      { name: 'Expected', value: amount(expected) },
      { name: 'Actual', value: amount(actual) },
      { name: 'Difference', value: amount(difference) },
      { name: 'Blocks', value: fromHeight === toHeight ? String(toHeight) : `${fromHeight} to ${toHeight}` },
      { name: 'Found', value: notice.occurredAt },
      { name: 'Reconciliation', value: id },
    ],
    link: undefined,
    next: [`See whether a transaction explains the difference: GET /api/reconciliations?walletId=${wallet.id}`],
  };
}
