import { setTimeout as sleep } from 'node:timers/promises';
import { addressesIn } from '../../../sdk/reason-words.ts';
import type { BookLabels } from '../../address-book/book-labels.ts';
import type { FiredAlertNotice, PaymentAlert } from '../../channels/bursts/gather-payment.ts';
import type { Deps } from '../../platform/deps.ts';
import { isOtherPending } from '../../transactions/pending-evaluations.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import type { EventRepo } from '../events/repo.ts';
import { decisionsOnPayment, eventIdOf, mostSevereFirst } from './decision.ts';
import { MOST_NAMED, noticeOfFired, walletOf } from './notices.ts';

/** How long an alert waits for the evaluation of the other end at most, and until when after its decision. */
const POLL_MS = 100;
const MOST_POLLS = 5;
const LATEST_POLL_MS = 1000;

/**
 * The alerts that hold of the same inclusion of a transaction, the most severe first. Empty when the given alert does
 * not hold any more. Leaves out alerts of earlier versions, whose decisions lack what a message of another alert tells.
 *
 * A payment between two own wallets has two records, and the alerts of both. The records are evaluated one after the
 * other: the alert that is decided first waits a moment for the evaluation of the other end.
 */
export const alertsOfPayment =
  ({ table, now }: Pick<Deps, 'table' | 'now'>) =>
  async (organisationId: OrganisationId, transactionId: string, eventId: string): Promise<PaymentAlert[]> => {
    let decisions = await decisionsOnPayment(table, organisationId, transactionId);
    const alert = decisions.find((decision) => eventIdOf(decision) === eventId);
    if (alert?.ownPayment !== undefined) {
      const latest = Date.parse(alert.decidedAt) + LATEST_POLL_MS;
      for (let polls = 0; polls < MOST_POLLS && now().getTime() < latest; polls++) {
        if (!(await isOtherPending(table, organisationId, transactionId))) break;
        await sleep(POLL_MS);
      }
      decisions = await decisionsOnPayment(table, organisationId, transactionId);
    }
    const holding = decisions.filter(({ outcome, retraction }) => outcome === 'fired' && retraction === null);
    const own = holding.find((decision) => eventIdOf(decision) === eventId);
    return holding
      .filter(({ inclusion }) => inclusion === own?.inclusion)
      .toSorted(mostSevereFirst)
      .flatMap(({ severity, firesWhen, ruleId, ruleName, transactionId: of, inclusion, deliveryIds, ownPayment }) =>
        severity === undefined || firesWhen === undefined || ruleName === null
          ? []
          : {
              eventId: eventIdOf({ ruleId, transactionId: of, inclusion }),
              ...{ severity, firesWhen, ruleId, ruleName, deliveryIds },
              transactionId: of,
              summary: ownPayment?.summary ?? null,
            },
      );
  };

interface FiredNoticeDeps {
  readonly events: Pick<EventRepo, 'find'>;
  readonly wallets: Pick<WalletRepo, 'byId'>;
  readonly labelsOf: BookLabels;
}

/** The notice of a stored alert, as it was when the alert fired. Null when the alert is not stored any more. */
export const firedNoticeOf =
  ({ events, wallets, labelsOf }: FiredNoticeDeps) =>
  async (organisationId: OrganisationId, { eventId, firesWhen }: PaymentAlert): Promise<FiredAlertNotice | null> => {
    const event = await events.find(organisationId, eventId);
    if (event === null) return null;
    const [wallet, labels] = await Promise.all([
      walletOf({ wallets }, organisationId, event),
      labelsOf(organisationId, addressesIn([event.reasons], MOST_NAMED)),
    ]);
    // A retraction has a message of its own, which comes after the message of the alert.
    return noticeOfFired({ ...event, retractedAt: null }, wallet, firesWhen, labels);
  };
