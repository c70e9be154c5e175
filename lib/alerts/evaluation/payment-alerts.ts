import { addressesIn } from '../../../sdk/reason-words.ts';
import type { BookLabels } from '../../address-book/book-labels.ts';
import type { FiredAlertNotice, PaymentAlert } from '../../channels/bursts/gather-payment.ts';
import type { Table } from '../../platform/table/table.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import type { EventRepo } from '../events/repo.ts';
import { decisionsOn, eventIdOf, mostSevereFirst } from './decision.ts';
import { MOST_NAMED, noticeOfFired, walletOf } from './notices.ts';

/**
 * The alerts that hold of the same inclusion of a transaction, the most severe first. Empty when the given alert does
 * not hold any more. Leaves out alerts of earlier versions, whose decisions lack what a message of another alert tells.
 */
export const alertsOfPayment =
  (table: Table) =>
  async (organisationId: OrganisationId, transactionId: string, eventId: string): Promise<PaymentAlert[]> => {
    const decisions = await decisionsOn(table, organisationId, transactionId);
    const holding = decisions.filter(({ outcome, retraction }) => outcome === 'fired' && retraction === null);
    const own = holding.find((decision) => eventIdOf(decision) === eventId);
    return holding
      .filter(({ inclusion }) => inclusion === own?.inclusion)
      .toSorted(mostSevereFirst)
      .flatMap(({ severity, firesWhen, ruleName, deliveryIds, ...of }) =>
        severity === undefined || firesWhen === undefined || ruleName === null
          ? []
          : { eventId: eventIdOf(of), severity, firesWhen, ruleName, deliveryIds },
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
