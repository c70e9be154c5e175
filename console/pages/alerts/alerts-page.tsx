import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FilterBar } from '../../design/filter-bar.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { LiveTable, pageIn } from '../../design/live-table.tsx';
import { useOpenLink } from '../../design/page-link.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { useSelection } from '../../design/selection.tsx';
import { useChains } from '../../live/chains.ts';
import { listQuery } from '../../live/list-query.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useLiveList } from '../../live/live-list.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useClient } from '../../session/session-context.ts';
import { alertColumns } from './alert-columns.tsx';
import { AlertDetail } from './alert-detail.tsx';
import { useAlertFilters } from './alert-filters.ts';
import type { AlertEvent } from './alert-status.tsx';
import { BulkReview } from './bulk-review.tsx';
import type { Review } from './review-dialog.tsx';

const SELECT_FIRST = 'Select alerts first.';

/** The alerts that the rules of the organisation fired. */
export default function AlertsPage() {
  const client = useClient();
  const { params, change } = useUrlState();
  const { nameOf } = useChains();
  const link = useOpenLink();
  const filters = useAlertFilters();
  const names = filters.map(({ name }) => name);
  const query = listQuery([...names, 'sort'], params, pageIn(params));
  const { selected, select, clearButton } = useSelection<AlertEvent>(names, params);
  const [review, setReview] = useState<Review>();
  const { open } = params;
  const list = useLiveList<AlertEvent>({
    key: ['events', query],
    load: (signal) => client.GET('/api/alerts/events', { querySerializer: () => query, signal }),
    isReading: open !== undefined || selected.length > 0,
  });
  const alert = useLiveItem<AlertEvent>({
    key: ['events', open],
    load: (signal) => client.GET('/api/alerts/events/{id}', { params: { path: { id: open ?? '' } }, signal }),
    isAsked: open !== undefined,
  });
  // A row that the filter no longer finds stays while the user reads. It shows what the review made of the alert.
  const rows = list.rows.map((row) => (row.id === alert.item?.id ? alert.item : row));

  return (
    <>
      <div className={open === undefined ? 'beside' : 'beside with-detail'}>
        <LiveTable
          title="Alerts"
          itemName={({ ruleName, transaction }) => `${foreignText(ruleName, 40)}, ${transaction.hash.slice(0, 10)}`}
          list={{ ...list, rows }}
          columns={alertColumns({ link, nameOf, isNarrow: open !== undefined })}
          params={params}
          change={change}
          selectionType="multi"
          selected={selected}
          select={select}
          filters={<FilterBar filters={filters} params={params} change={change} errors={fieldErrors(list.error)} />}
          actions={<Actions count={selected.length} clearButton={clearButton} start={setReview} />}
          empty={
            names.some((name) => params[name] !== undefined)
              ? 'No alert matches. Clear a filter.'
              : 'No alerts yet. Create a rule; an alert shows here when the rule matches a transaction.'
          }
        />
        {open === undefined ? null : (
          <AlertDetail id={open} alert={alert} close={() => change({ open: null }, false)} />
        )}
      </div>
      {review === undefined ? null : (
        <BulkReview
          review={review}
          alerts={selected}
          keep={(ids) => select((now) => now.filter(({ id }) => ids.has(id)))}
          close={() => setReview(undefined)}
        />
      )}
    </>
  );
}

interface ActionsProps {
  /** How many alerts are selected, on all pages. */
  readonly count: number;
  readonly clearButton: ReactNode;
  readonly start: (review: Review) => void;
}

function Actions({ count, clearButton, start }: ActionsProps) {
  const of = { needs: 'write', disabled: count === 0, disabledReason: SELECT_FIRST } as const;
  return (
    <SpaceBetween direction="horizontal" size="xs">
      {clearButton}
      <ActionButton {...of} onClick={() => start('acknowledge')}>
        Acknowledge
      </ActionButton>
      <ActionButton {...of} onClick={() => start('resolve')}>
        Resolve
      </ActionButton>
    </SpaceBetween>
  );
}
