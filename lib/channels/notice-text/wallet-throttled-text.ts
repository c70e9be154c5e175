import { figure } from '../../../sdk/figures.ts';
import { sanitise } from '../../values/untrusted-text.ts';
import type { Places, WalletThrottledNotice } from '../port/notice.ts';
import { timeFact } from './alert-facts.ts';
import { consoleLink } from './links.ts';
import type { NoticeText } from './notice-text.ts';

const MAX_VALUE = 200;

/** The text for people: wallets of the organisation move more than its budget of records allows. */
export function walletThrottledText(
  { chain, since, perHour, wallets, more }: WalletThrottledNotice,
  places: Places,
): NoticeText {
  return {
    tone: 'warning',
    title: `Wallets throttled on ${chain.name}`,
    summary:
      `Your wallets on ${chain.name} have more transactions than ${figure(String(perHour))} an hour. ` +
      'Chainwatch keeps all of them, and records them later: first what a wallet signed or paid, then the rest. ' +
      'Alerts are late until then.',
    facts: [{ name: 'Chain', value: chain.name }, timeFact('Since', since)],
    details: [
      ...wallets.map(({ label, address }) => ({
        name: 'Wallet',
        value: `${sanitise(label, MAX_VALUE)} (${sanitise(address, MAX_VALUE)})`,
      })),
      ...(more > 0 ? [{ name: 'Further wallets', value: String(more) }] : []),
    ],
    links: consoleLink(places, 'wallets', 'Open the wallets'),
    next: [
      'Wallets that wait have the status throttled. If you do not need the transactions of a wallet, stop watching it.',
    ],
  };
}
