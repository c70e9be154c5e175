import { toneOf } from '../notice-text/alert-text.ts';
import { within } from '../notice-text/escaped-within.ts';
import { type Fact, headingOf } from '../notice-text/notice-text.ts';
import { textOfNotice } from '../notice-text/text-of-notice.ts';
import type { Notice, Places } from '../port/notice.ts';

/** An event of the Events API v2 without its routing key, which the destination names. */
export interface PagerDutyBody {
  readonly event_action: 'trigger' | 'acknowledge' | 'resolve';
  /** An incident is acknowledged and resolved under the key under which it was triggered. */
  readonly dedup_key: string;
  readonly client: 'Chainwatch';
  readonly payload: {
    readonly summary: string;
    readonly source: string;
    readonly severity: 'info' | 'warning' | 'critical';
    /** ISO 8601 */
    readonly timestamp: string;
    readonly custom_details: Readonly<Record<string, string>>;
  };
  readonly links: readonly { readonly href: string; readonly text: string }[];
}

const ACTIONS: Partial<Record<Notice['kind'], PagerDutyBody['event_action']>> = {
  'alert.retracted': 'resolve',
  'alert.acknowledged': 'acknowledge',
  'alert.resolved': 'resolve',
};

const MAX_SUMMARY = 1_024;
const MAX_DETAIL = 2_000;

/** The event of a notice (https://developer.pagerduty.com/docs/send-alert-event). PagerDuty shows plain text. */
export function renderPagerDuty(notice: Notice, places: Places): PagerDutyBody {
  const { summary, facts, details, links, next, ...heading } = textOfNotice(notice, places);
  const { key, severity, at } = incidentOf(notice);
  return {
    event_action: ACTIONS[notice.kind] ?? 'trigger',
    dedup_key: key,
    client: 'Chainwatch',
    payload: {
      summary: headingOf(heading, MAX_SUMMARY, within),
      source: 'Chainwatch',
      severity,
      timestamp: at,
      custom_details: detailsOf([
        ...(summary === undefined ? [] : [{ name: 'Summary', value: summary }]),
        ...facts,
        ...details,
        ...next.map((value) => ({ name: 'Next', value })),
      ]),
    },
    // PagerDuty acknowledges itself.
    links: links.filter(({ kind }) => kind !== 'acknowledge').map(({ url, label }) => ({ href: url, text: label })),
  };
}

interface Incident {
  readonly key: string;
  readonly severity: PagerDutyBody['payload']['severity'];
  readonly at: string;
}

function incidentOf(notice: Notice): Incident {
  switch (notice.kind) {
    case 'alert.fired':
    case 'alert.retracted':
    case 'alert.acknowledged':
    case 'alert.resolved': {
      const { id, severity, firedAt } = notice.event;
      return { key: id, severity: toneOf(severity), at: firedAt };
    }
    case 'coverage.difference':
      return { key: notice.id, severity: 'warning', at: notice.occurredAt };
    case 'wallet.throttled':
      return { key: `throttled ${notice.chainId} ${notice.since}`, severity: 'warning', at: notice.since };
    case 'webhook.disabled':
      return { key: notice.webhook.id, severity: 'warning', at: notice.webhook.disabledAt };
    case 'alert.summary':
      throw new Error('a pager gets each alert');
    case 'audit.checkpoint':
      throw new Error('subscriptions alone get checkpoints');
    case 'mute.ended':
      return { key: notice.id, severity: 'info', at: notice.endedAt };
    case 'destination.disabled':
      return { key: notice.destination.id, severity: 'warning', at: notice.destination.disabledAt };
    case 'address_list.failed':
      return { key: `list ${notice.list.id} ${notice.list.run}`, severity: 'warning', at: notice.list.failedAt };
    case 'configuration.changed':
      return { key: `change ${notice.id}`, severity: 'warning', at: notice.at };
    case 'ping':
      return { key: `test ${notice.id}`, severity: 'info', at: notice.at };
  }
}

/** Facts of one name share a line. */
const detailsOf = (facts: readonly Fact[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(facts, ({ name }) => name)].map(([name, some]) => [
      name,
      within(some.map(({ value }) => value).join('; '), MAX_DETAIL),
    ]),
  );
