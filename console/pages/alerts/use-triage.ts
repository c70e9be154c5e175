import { useEffect, useRef, useState } from 'react';
import { type AlertGroup, groupsOf, groupWith, neighbour, nextOpen } from '../../design/alert-groups.ts';
import { useNotify } from '../../design/notices.tsx';
import { useKeys } from '../../design/use-keys.ts';
import { useAction } from '../../live/action.ts';
import { useClient, useRefusal } from '../../session/session-context.ts';
import type { AlertEvent } from './alert-status.tsx';
import { type Everything, selectionOf, unselectedOf } from './read-alerts.ts';
import { changedBy } from './review-alerts.ts';
import type { Review } from './review-dialog.tsx';
import { useHiddenAlerts } from './use-hidden-alerts.ts';
import { DONE, REVIEW_NOTICE, useReview } from './use-review.ts';

/** The width of a window in which the detail stands beside the list, as base.css has it. */
const DETAIL_BESIDE_PX = 1100;

interface TriageOptions {
  /** The alerts of the page. */
  readonly alerts: readonly AlertEvent[];
  /** The alert that is open beside the list. */
  readonly open: { readonly id: string | undefined; readonly alert: AlertEvent | undefined };
  readonly selected: readonly AlertEvent[];
  readonly select: (alerts: readonly AlertEvent[]) => void;
  /** All that match, when they are selected together. */
  readonly everything: Everything | undefined;
  readonly selectEverything: (everything: Everything | undefined) => void;
  /** Opens a group, or closes the open group. */
  readonly show: (group: AlertGroup | undefined) => void;
  /** Shows the alerts that are new since the rows were put up. */
  readonly showAdded: () => void;
  /** The filters and the order of the list, as a query. */
  readonly filter: string;
  /** Whether the filters may leave out open alerts of a payment. */
  readonly mayHideOpen: boolean;
}

/** The review that a dialog asks about: of some alerts, or of all that match. */
type Asked = AskedOfSome | { readonly review: Review; readonly everything: Everything };

interface AskedOfSome {
  readonly review: Review;
  readonly alerts: readonly AlertEvent[];
  /** How many of them the user has not selected: they are open alerts of the same payments. */
  readonly unselected: number;
}

/** The page reads the alerts that the user selects with `a`. */
interface Selecting {
  readonly filter: string;
  /** What the user wants to do with them. */
  wish?: Review;
}

/** What people do with the alerts of a page: select, review by transaction, and go on to the next transaction. */
export function useTriage(options: TriageOptions) {
  const { alerts, open, selected, select, everything, selectEverything } = options;
  const { show, showAdded, filter, mayHideOpen } = options;
  const client = useClient();
  const notify = useNotify();
  const refusal = useRefusal('review');
  const [dialog, setDialog] = useState<Asked | 'keys'>();
  // A row that the filter no longer finds stays while the user reads. It shows what the review made of the alert.
  const [reviewed, setReviewed] = useState<ReadonlyMap<string, AlertEvent['status']>>(new Map());
  const afterReview = (alert: AlertEvent, reviews: typeof reviewed): AlertEvent =>
    alert.status === 'open' ? { ...alert, status: reviews.get(alert.id) ?? alert.status } : alert;
  const shown = (reviews: typeof reviewed) =>
    groupsOf(alerts.map((row) => afterReview(row.id === open.alert?.id ? open.alert : row, reviews)));
  const groups = shown(reviewed);
  const row = groupWith(groups, open.id);
  const listed = row ?? (open.alert === undefined ? undefined : groupsOf([open.alert])[0]);
  // A row is a payment, so its review covers also the open alerts that the filters leave out.
  const { hidden, read } = useHiddenAlerts(listed, mayHideOpen || row === undefined);
  const group = listed && {
    ...listed,
    alerts: [...listed.alerts, ...hidden.map((alert) => afterReview(alert, reviewed))],
  };

  /** After a review, the next transaction that nobody has reviewed. */
  const goOn = (done: readonly AlertEvent[], status: AlertEvent['status']) => {
    const reviews = new Map([...reviewed, ...done.map(({ id }) => [id, status] as const)]);
    setReviewed(reviews);
    if (!done.some(({ id }) => id === open.id)) return;
    const next = nextOpen(shown(reviews), open.id ?? '');
    show(next);
    // A list whose user has scrolled down keeps its rows, here those that are done.
    if (next === undefined) window.scrollTo({ top: 0 });
  };
  const action = useReview((done) => goOn(done, 'acknowledged'));
  const [acknowledged, setAcknowledged] = useState<AlertGroup>();
  // The action of a group that was open before says nothing of the group that is open now.
  const isOfGroup = acknowledged !== undefined && acknowledged.id === group?.id;
  const acknowledge = isOfGroup
    ? { isRunning: action.isRunning, error: action.error }
    : { isRunning: false, error: null };
  const acknowledgeGroup = () => {
    if (group === undefined || acknowledge.isRunning) return;
    if (refusal !== undefined) return notify('warning', refusal, REVIEW_NOTICE);
    const left = changedBy('acknowledge', group.alerts);
    if (left.length === 0) return notify('info', 'These alerts are acknowledged already.', REVIEW_NOTICE);
    setAcknowledged(group);
    action.start({ review: 'acknowledge', alerts: left, readHidden: read });
  };
  const asked = useRef(filter);
  useEffect(() => {
    asked.current = filter;
  }, [filter]);
  const ask = (review: Review, of: readonly AlertEvent[], unselected: readonly AlertEvent[] = []) => {
    const left = changedBy(review, [...of, ...unselected]);
    if (left.length === 0) return notify('info', `These alerts are ${DONE[review]} already.`, REVIEW_NOTICE);
    setDialog({ review, alerts: left, unselected: unselected.length });
  };
  // A selected row is a payment, so its other open alerts are reviewed too.
  const gathering = useAction({
    run: async ([review, of]: readonly [Review, readonly AlertEvent[], string]) =>
      [review, of, mayHideOpen ? await unselectedOf(client, of) : []] as const,
    changes: [],
    // Nobody acts on alerts that another filter has put out of sight.
    onDone: (found, [, , of]) => of === asked.current && ask(...found),
  });
  const askOfAll = (review: Review, of: Everything) => {
    if (refusal !== undefined) return notify('warning', refusal, REVIEW_NOTICE);
    const status = new URLSearchParams(filter).get('status');
    const isDone = status === 'resolved' || (review === 'acknowledge' && status === 'acknowledged');
    if (isDone) return notify('info', `These alerts are ${status} already.`, REVIEW_NOTICE);
    setDialog({ review, everything: of });
  };
  /** Asks about these alerts, or else about the selected alerts, or else about those of the open group. */
  const start = (review: Review, of?: readonly AlertEvent[]) => {
    if (of === undefined && everything !== undefined) return askOfAll(review, everything);
    if (of === undefined && selected.length > 0) return startSelected(review, selected);
    const alerts = of ?? group?.alerts ?? [];
    if (alerts.length === 0 || gathering.isRunning) return;
    if (refusal !== undefined) return notify('warning', refusal, REVIEW_NOTICE);
    ask(review, alerts);
  };
  const startSelected = (review: Review, of: readonly AlertEvent[]) => {
    if (of.length === 0 || gathering.isRunning) return;
    if (refusal !== undefined) return notify('warning', refusal, REVIEW_NOTICE);
    gathering.start([review, of, filter]);
  };
  // A ref, because the next key may come before React renders again.
  const selecting = useRef<Selecting>(undefined);
  const endSelecting = (of: string): Selecting | undefined => {
    if (selecting.current?.filter !== of) return undefined;
    const ended = selecting.current;
    selecting.current = undefined;
    return ended;
  };
  const reading = useAction({
    run: (of: string) => selectionOf(client, of),
    changes: [],
    onDone: (found, of) => {
      const wish = endSelecting(of)?.wish;
      if (of !== asked.current) return;
      const all = 'total' in found ? found : undefined;
      const some = 'total' in found ? [] : found;
      selectEverything(all);
      select(some);
      // A dialog that the user has opened meanwhile stays.
      if (wish === undefined || dialog !== undefined) return;
      if (all === undefined) startSelected(wish, some);
      else askOfAll(wish, all);
    },
    onFailed: () => {
      selecting.current = undefined;
    },
  });
  const selectAll = () => {
    if (reading.isRunning || selecting.current !== undefined) return;
    selecting.current = { filter };
    reading.start(filter);
  };
  /** A key that follows `a` is about the alerts that `a` selects: it waits until the page has read them. */
  const afterSelecting = (review: Review, otherwise: () => void) => {
    if (selecting.current?.filter === filter) selecting.current.wish = review;
    else otherwise();
  };
  const isSelected = (each: AlertGroup) => each.alerts.every(({ id }) => selected.some((alert) => alert.id === id));
  /** Selects these groups of the page. The selection on other pages stays, unless it is all that match. */
  const choose = (chosen: readonly AlertGroup[]) => {
    selectEverything(undefined);
    const others = selected.filter(({ id }) => groupWith(groups, id) === undefined);
    select([...others, ...chosen.flatMap((each) => each.alerts)]);
  };
  const chosen = groups.filter((each) =>
    everything === undefined ? isSelected(each) : each.alerts.some(({ firedAt }) => firedAt <= everything.to),
  );
  const isAnySelected = everything !== undefined || selected.length > 0;
  const step = (by: 1 | -1) => {
    const to = neighbour(groups, open.id, by);
    return to === undefined ? undefined : () => show(to);
  };
  const [previous, next] = [step(-1), step(1)];
  // The row that the keys have reached stays in sight. In a narrow window the detail stands above the list, and counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open alert moves the list
  useEffect(() => {
    if (window.innerWidth < DETAIL_BESIDE_PX) return;
    document.querySelector('.sentence[aria-current=true]')?.scrollIntoView({ block: 'nearest' });
  }, [open.id]);
  useKeys({
    j: () => next?.(),
    k: () => previous?.(),
    e: () => afterSelecting('acknowledge', isAnySelected ? () => start('acknowledge') : acknowledgeGroup),
    r: () => afterSelecting('resolve', () => start('resolve')),
    x: () => {
      if (listed === undefined) return;
      const isChosen = chosen.some(({ id }) => id === listed.id);
      choose(isChosen ? chosen.filter(({ id }) => id !== listed.id) : [...chosen, listed]);
    },
    a: selectAll,
    n: showAdded,
    '/': () => {
      // Folded filters have a button of their own.
      const places = document.querySelectorAll<HTMLElement>('search [role=button], search button, search input');
      [...places].find((place) => place.checkVisibility())?.focus();
    },
    '?': () => setDialog('keys'),
    escape: () => {
      if (open.id !== undefined) show(undefined);
    },
  });
  return {
    groups,
    group,
    previous,
    next,
    chosen,
    choose,
    selectAll,
    reading,
    gathering,
    acknowledge,
    acknowledgeGroup,
    start,
    goOn,
    dialog,
    setDialog,
  };
}
