import { capitalised } from '../../values/text.ts';
import type { Places } from '../port/notice.ts';
import { alertDetails, alertFacts, type ToldAlert } from './alert-facts.ts';
import { rulesInShort } from './also-text.ts';
import { within } from './escaped-within.ts';
import { acknowledgeLink, consoleLink, explorerLink } from './links.ts';
import type { NoticeText, Tone } from './notice-text.ts';
import { safeReasons } from './safe-reasons.ts';

/** UTF-16 units of the title, and of the sentence about the rule. Usual ones are much shorter. */
const MAX_TITLE = 380;
const MAX_SUMMARY = 500;

/**
 * The text of an alert, or of its retraction when the alert was retracted. A tenant writes names and labels. The
 * author of a contract writes token symbols and method names. This code trusts none of these texts.
 */
export function alertText(notice: ToldAlert, places: Places): NoticeText {
  const { event, chain } = notice;
  const isRetracted = event.retractedAt !== null;
  const summary = isRetracted ? noLongerHolds(event) : whyOf(notice);
  return {
    tone: isRetracted ? 'over' : toneOf(event.severity),
    title: within(`${isRetracted ? 'Retracted' : capitalised(event.severity)}: ${event.summary}`, MAX_TITLE),
    rule: rulesInShort(event, notice.also ?? []),
    ...(summary !== null && { summary: within(summary, MAX_SUMMARY) }),
    facts: alertFacts(notice),
    details: alertDetails(notice),
    links: [
      ...consoleLink(places, `alerts?open=${event.id}`, 'Open the alert'),
      ...(isRetracted ? [] : [acknowledgeLink(places)]),
      ...(event.transaction === null
        ? []
        : [
            ...consoleLink(places, `transactions?open=${event.transactionId}`, 'Open the transaction'),
            ...explorerLink(event.transaction.hash, chain),
          ]),
    ],
    next: isRetracted ? afterRetraction(event) : [],
  };
}

function noLongerHolds({ transaction }: ToldAlert['event']): string {
  const block = transaction === null ? 'after which the balance was read' : 'of the transaction';
  return `This alert does not hold any more, as the block ${block} is no longer part of the chain.`;
}

function afterRetraction({ transaction }: ToldAlert['event']): string[] {
  const again =
    transaction === null ? 'the balance cross the bound again' : 'the transaction come back in another block';
  return [`Undo what was done because of the alert. Should ${again}, a new alert tells so.`];
}

/** A severity that this version does not know is urgent. */
export const toneOf = (severity: string): Exclude<Tone, 'over'> =>
  severity === 'info' || severity === 'warning' ? severity : 'critical';

/**
 * `The transfer is worth 4,500.25 USD (at least 1,000 USD) and the transfer is outbound.` Null for a rule without
 * conditions.
 */
function whyOf({ event: { reasons, transaction: tx, subject }, labels }: ToldAlert): string | null {
  // The label of an own wallet goes before its label in the address book, as everywhere.
  const ends = new Map([
    [tx?.fromAddress, tx?.fromLabel],
    [tx?.toAddress, tx?.toLabel],
  ]);
  const labelOf = (address: string) => ends.get(address) ?? labels?.get(address) ?? undefined;
  const clauses = safeReasons(reasons, labelOf, subject?.symbol ?? null);
  return clauses.length === 0
    ? null
    : `${capitalised(new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(clauses))}.`;
}
