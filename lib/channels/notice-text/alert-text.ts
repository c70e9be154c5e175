import { capitalised } from '../../values/text.ts';
import { sanitise } from '../../values/untrusted-text.ts';
import type { NoticeEvent, Places } from '../port/notice.ts';
import { alertDetails, alertFacts, type ToldAlert } from './alert-facts.ts';
import { within } from './escaped-within.ts';
import { acknowledgeLink, consoleLink, explorerLink } from './links.ts';
import type { NoticeText, Tone } from './notice-text.ts';
import { reasonsInWords } from './reason-words.ts';

/** UTF-16 units of the title, and of the sentence about the rule. Usual ones are much shorter. */
const MAX_TITLE = 380;
const MAX_SUMMARY = 500;
/** Code points of a name in a sentence. */
const MAX_NAME = 64;

/**
 * The text of an alert, or of its retraction when the alert was retracted. A tenant writes names and labels. The
 * author of a contract writes token symbols and method names. This code trusts none of these texts.
 */
export function alertText(notice: ToldAlert, places: Places): NoticeText {
  const { event, chain } = notice;
  const isRetracted = event.retractedAt !== null;
  return {
    tone: isRetracted ? 'over' : toneOf(event.severity),
    title: within(`${isRetracted ? 'Retracted' : capitalised(event.severity)}: ${event.summary}`, MAX_TITLE),
    summary: isRetracted ? NO_LONGER_HOLDS : within(whyOf(event), MAX_SUMMARY),
    facts: alertFacts(notice),
    details: alertDetails(event),
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
    next: isRetracted ? AFTER_RETRACTION : [],
  };
}

const NO_LONGER_HOLDS =
  'This alert does not hold any more, as the block of the transaction is no longer part of the chain.';

const AFTER_RETRACTION = [
  'Undo what was done because of the alert. Should the transaction come back in another block, a new alert tells so.',
];

/** A severity that this version does not know is urgent. */
export const toneOf = (severity: string): Exclude<Tone, 'over'> =>
  severity === 'info' || severity === 'warning' ? severity : 'critical';

/** `Rule Large transfer: the transfer is worth 4,500.25 USD (at least 1,000 USD), and the transfer is outbound.` */
function whyOf({ ruleName, reasons, transaction }: NoticeEvent): string {
  const rule = sanitise(ruleName, MAX_NAME);
  const clauses = reasonsInWords(reasons).map((clause) => withLabels(clause, transaction));
  return clauses.length === 0
    ? `Rule ${rule} matched.`
    : `Rule ${rule}: ${new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(clauses)}.`;
}

/** A label in place of each address that has one. The details state the whole address. */
function withLabels(clause: string, tx: NoticeEvent['transaction']): string {
  if (tx === null) return clause;
  const from = labelled(clause, tx.fromAddress, tx.fromLabel);
  return labelled(from, tx.toAddress, tx.toLabel);
}

const labelled = (text: string, address: string | null, label: string | null): string =>
  address === null || label === null ? text : text.replaceAll(address, () => sanitise(label, MAX_NAME));
