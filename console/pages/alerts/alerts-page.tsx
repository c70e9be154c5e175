import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { countText } from '../../design/alert-groups.ts';
import { FilterBar } from '../../design/filter-bar.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { LiveTable, pageIn } from '../../design/live-table.tsx';
import { useOpenLink } from '../../design/page-link.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { SearchProgress } from '../../design/search-progress.tsx';
import { useSelection } from '../../design/selection.tsx';
import { useNarrow, useTight } from '../../design/use-narrow.ts';
import { useChains } from '../../live/chains.ts';
import { listQuery, paramsNamed } from '../../live/list-query.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useLiveList } from '../../live/live-list.ts';
import { type UrlChanges, useUrlState } from '../../live/url-state.ts';
import { useClient } from '../../session/session-context.ts';
import { alertColumns } from './alert-columns.tsx';
import { AlertDetail } from './alert-detail.tsx';
import { useAlertFilters } from './alert-filters.ts';
import type { AlertEvent } from './alert-status.tsx';
import { AlertViews } from './alert-views.tsx';
import { BulkReview } from './bulk-review.tsx';
import { emptyText } from './empty-alerts.ts';
import type { Everything } from './read-alerts.ts';
import type { Review } from './review-dialog.tsx';
import { ReviewEverything } from './review-everything.tsx';
import { RunningReviews } from './running-reviews.tsx';
import { TriageKeys } from './triage-keys.tsx';
import { useTriage } from './use-triage.ts';

const SELECT_FIRST = 'Select alerts first.';
const USUAL_SIZE = 50;

/** The alerts that the rules of the organisation fired, to be reviewed by transaction, with the mouse or with keys. */
export default function AlertsPage() {
  const client = useClient();
  const { params, change } = useUrlState();
  const { nameOf } = useChains();
  const link = useOpenLink();
  const isTight = useTight();
  const isTelephone = useNarrow();
  const filters = useAlertFilters();
  const names = filters.map(({ name }) => name);
  const { page, pageSize } = pageIn(params, USUAL_SIZE);
  const query = listQuery([...names, 'sort', 'cursor'], params, { page, pageSize });
  const { selected, select, clear } = useSelection<AlertEvent>(names, params);
  const [started, setStarted] = useState<readonly string[]>([]);
  const filter = new URLSearchParams(paramsNamed([...names, 'sort'], params)).toString();
  const [everything, selectEverything] = useState<Everything>();
  // What is selected under a filter is gone with the filter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the filter is what counts
  useEffect(() => selectEverything(undefined), [filter]);
  const { open, cursor } = params;
  const list = useLiveList<AlertEvent>({
    key: ['events', query],
    load: (signal) => client.GET('/api/alerts/events', { querySerializer: () => query, signal }),
    isReading: open !== undefined || selected.length > 0 || everything !== undefined,
  });
  /** A cursor belongs to the filters that it was made for. A user who clears the filters asks for all alerts. */
  const changeFilters = (changes: UrlChanges, isFilter?: boolean) => {
    const isCleared = names.every((name) => (name in changes ? changes[name] : params[name]) == null);
    change({ cursor: null, ...(isCleared && { view: 'all' }), ...changes }, isFilter);
  };
  // What a continued search found has one page; "Search further" leads to the next.
  const total = cursor === undefined ? list.total : list.rows.length;
  const alert = useLiveItem<AlertEvent>({
    key: ['events', open],
    load: (signal) => client.GET('/api/alerts/events/{id}', { params: { path: { id: open ?? '' } }, signal }),
    isAsked: open !== undefined,
  });
  const mayHideOpen = names.some(
    (name) => params[name] !== undefined && !(name === 'status' && params[name] === 'open'),
  );
  const triage = useTriage({
    alerts: list.rows,
    open: { id: open, alert: alert.item },
    selected,
    select,
    show: (group) => change({ open: group?.id ?? null }, false),
    showAdded: list.showAdded,
    filter,
    everything,
    selectEverything,
    mayHideOpen,
  });
  const { dialog, setDialog } = triage;
  /** How many alerts are selected; null when they are all of a filter whose alerts nobody counts. */
  const count = everything === undefined ? selected.length : everything.total;
  const clearSelection = () => {
    clear();
    selectEverything(undefined);
  };
  const isSelecting = triage.reading.isRunning;
  const isBusy = isSelecting || triage.gathering.isRunning;
  const review = <ReviewActions isAnySelected={count !== 0} isBusy={isBusy} start={triage.start} />;
  const isFolded = open !== undefined || isTight;
  return (
    <>
      <ProblemAlert error={triage.reading.error} retry={triage.selectAll} />
      <ProblemAlert error={triage.gathering.error} />
      <RunningReviews started={started} />
      <div className={open === undefined ? 'beside' : 'beside with-detail'}>
        <LiveTable
          title="Alerts"
          isDense
          usualSize={USUAL_SIZE}
          itemName={({ first }) =>
            `${foreignText(first.ruleName, 40)}, ${(first.transaction?.hash ?? first.id).slice(0, 10)}`
          }
          list={{ ...list, rows: triage.groups, total }}
          counter={
            isTelephone
              ? undefined
              : countText({
                  groups: triage.groups,
                  total,
                  // Alerts that are new have no row yet.
                  hasMorePages: page > 1 || total > pageSize || list.added > 0,
                  onlyStatus: params.status,
                  isShort: open !== undefined,
                })
          }
          columns={alertColumns({
            link,
            nameOf,
            open: triage.group,
            isNarrow: open !== undefined,
            isTight,
            onlyStatus: params.status,
          })}
          params={params}
          change={changeFilters}
          selectionType="multi"
          selected={triage.chosen}
          select={triage.choose}
          filters={
            <div className={isFolded ? 'views-and-filters folded' : 'views-and-filters'}>
              <AlertViews
                names={names}
                params={params}
                change={changeFilters}
                listed={list.meta?.totalIsExact === false ? undefined : list.meta?.total}
                isFolded={isFolded}
                selection={
                  isSelecting ? (
                    <StatusIndicator type="loading">Selecting …</StatusIndicator>
                  ) : count === 0 ? null : (
                    <SpaceBetween direction="horizontal" size="xs">
                      <Button onClick={clearSelection}>
                        {count === null ? 'Clear the selection' : `Clear the selection of ${count.toLocaleString()}`}
                      </Button>
                      {everything !== undefined || selected.length >= list.total ? null : (
                        <Button onClick={triage.selectAll}>Select all {list.total.toLocaleString()}</Button>
                      )}
                    </SpaceBetween>
                  )
                }
              />
              <FilterBar
                filters={filters}
                params={params}
                change={changeFilters}
                errors={fieldErrors(list.error)}
                isFolded={isFolded}
              />
              <SearchProgress
                of="alert"
                meta={list.meta}
                isAtEnd={cursor !== undefined || page * pageSize >= list.total}
                isContinued={cursor !== undefined}
                goTo={(to) => change({ cursor: to })}
              />
            </div>
          }
          actions={isTelephone ? null : review}
          empty={emptyText(params, names)}
        />
        {open === undefined ? null : (
          <AlertDetail
            id={open}
            alert={alert}
            group={triage.group}
            review={{
              acknowledge: triage.acknowledge,
              previous: triage.previous,
              next: triage.next,
              startAcknowledge: triage.acknowledgeGroup,
              startNote: () => triage.start('acknowledge', triage.group?.alerts),
              startResolve: () => triage.start('resolve', triage.group?.alerts),
            }}
            close={() => change({ open: null }, false)}
          />
        )}
        {isTelephone && open === undefined && count !== 0 ? <div className="thumb-bar">{review}</div> : null}
      </div>
      {dialog === 'keys' ? <TriageKeys close={() => setDialog(undefined)} /> : null}
      {dialog === undefined || dialog === 'keys' ? null : 'everything' in dialog ? (
        <ReviewEverything
          {...dialog}
          mayHideOpen={mayHideOpen}
          onStarted={(id) => {
            setStarted((now) => [...now, id]);
            clearSelection();
            // The list follows the review unless somebody reads an alert.
            change({ open: null }, false);
          }}
          close={() => setDialog(undefined)}
        />
      ) : (
        <BulkReview
          {...dialog}
          keep={(left) => {
            const done = new Set(dialog.alerts.map(({ id }) => id).filter((id) => !left.has(id)));
            select((now) => now.filter(({ id }) => !done.has(id)));
          }}
          onDone={() => triage.goOn(dialog.alerts, dialog.review === 'resolve' ? 'resolved' : 'acknowledged')}
          close={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

interface ReviewActionsProps {
  readonly isAnySelected: boolean;
  /** Whether the page reads the other alerts of the selected payments. */
  readonly isBusy: boolean;
  readonly start: (review: Review) => void;
}

/** What can be done with the selected alerts. */
function ReviewActions({ isAnySelected, isBusy, start }: ReviewActionsProps) {
  const of = { needs: 'review', disabled: !isAnySelected || isBusy, disabledReason: SELECT_FIRST } as const;
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <ActionButton {...of} onClick={() => start('acknowledge')}>
        Acknowledge
      </ActionButton>
      <ActionButton {...of} onClick={() => start('resolve')}>
        Resolve
      </ActionButton>
    </SpaceBetween>
  );
}
