import { sanitise, symbol } from '../../values/untrusted-text.ts';
import type { DifferenceNotice, Places } from '../port/notice.ts';
import { timeFact } from './alert-facts.ts';
import { amountInShort, amountOf } from './amounts.ts';
import { consoleLink } from './links.ts';
import type { NoticeText } from './notice-text.ts';

const MAX_VALUE = 100;
const MAX_NAME = 64;

/** The text for people: a balance deviates from the records of the wallet. */
export function differenceText(notice: DifferenceNotice, places: Places): NoticeText {
  const { id, wallet, chain, asset, tokenAddress, expected, actual, difference, fromHeight, toHeight } = notice;
  const isLess = difference.startsWith('-');
  const deviation = difference.replace('-', '');
  const short = amountInShort(deviation, asset);
  const label = sanitise(wallet.label, MAX_NAME);
  const chainName = sanitise(chain.name, MAX_VALUE);
  return {
    tone: 'warning',
    title: `Balance difference: ${label} has ${short} ${isLess ? 'less' : 'more'} than recorded`,
    summary: `The balance on ${chainName} deviates from the records, and no recorded transaction explains why.`,
    facts: [
      { name: 'Wallet', value: sanitise(wallet.label, MAX_VALUE) },
      { name: 'Chain', value: chainName },
      { name: 'Difference', value: `${isLess ? '-' : '+'}${amountOf(deviation, asset)}` },
      timeFact('Found', notice.occurredAt),
    ],
    details: [
      { name: 'Address', value: sanitise(wallet.address, MAX_VALUE) },
      ...(tokenAddress === null ? [] : [{ name: 'Token contract', value: sanitise(tokenAddress, MAX_VALUE) }]),
      { name: 'Expected', value: `${sanitise(expected, MAX_VALUE)} ${symbol(asset)}` },
      { name: 'Actual', value: `${sanitise(actual, MAX_VALUE)} ${symbol(asset)}` },
      { name: 'Blocks', value: fromHeight === toHeight ? String(toHeight) : `${fromHeight} to ${toHeight}` },
      { name: 'Reconciliation', value: id },
    ],
    links: consoleLink(places, `wallets?open=${wallet.id}`, 'Open the wallet'),
    next: ['See whether a transaction explains the difference. The page of the wallet shows all differences.'],
  };
}
