import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { type Delivery, STATUSES } from '../../design/delivery-words.ts';
import { type Filter, FilterBar } from '../../design/filter-bar.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { LiveTable, pageIn } from '../../design/live-table.tsx';
import { useNotify } from '../../design/notices.tsx';
import { useOpenLink } from '../../design/page-link.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { useSelection } from '../../design/selection.tsx';
import { useNarrow, useTight } from '../../design/use-narrow.ts';
import { useDestinations } from '../../live/destinations.ts';
import { listQuery } from '../../live/list-query.ts';
import { useLiveList } from '../../live/live-list.ts';
import { useRules } from '../../live/rules.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useWebhooks, webhookName } from '../../live/webhooks.ts';
import { useClient } from '../../session/session-context.ts';
import { BulkReplayForm } from './bulk-replay-form.tsx';
import { BulkReplays } from './bulk-replays.tsx';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import { NO_RECIPIENT } from './receiver-health.ts';
import { Receivers } from './receivers.tsx';
import { replayAllRefusal } from './replay-all-limits.ts';
import { useReplaySelected } from './replay-selected.tsx';

/** What the service sent and sends: each delivery with its attempts, and their replay. */
export default function DeliveriesPage() {
  const client = useClient();
  const notify = useNotify();
  const { params, change } = useUrlState();
  const { open } = params;
  const filters = useFilters();
  const names = filters.map(({ name }) => name);
  const query = listQuery([...names, 'sort'], params, pageIn(params));
  const { selected, select, clear, clearButton } = useSelection<Delivery>(names, params);
  const [isReplayingAll, setReplayingAll] = useState(false);
  const list = useLiveList<Delivery>({
    key: ['deliveries', 'list', query],
    load: (signal) => client.GET('/api/webhooks/deliveries', { querySerializer: () => query, signal }),
    isReading: open !== undefined || selected.length > 0 || isReplayingAll,
  });
  const link = useOpenLink();
  const isTelephone = useNarrow();
  const isTight = useTight() || open !== undefined;
  const { nameOf: ruleName } = useRules();
  const replaySelected = useReplaySelected(selected, clear);
  const replayAllReason = replayAllRefusal(params);
  const actions = (
    <SpaceBetween direction="horizontal" size="xs">
      {clearButton}
      {isTelephone ? null : replaySelected.button}
      <ActionButton
        needs="write"
        disabled={replayAllReason !== undefined}
        disabledReason={replayAllReason}
        onClick={() => setReplayingAll(true)}
      >
        Replay all…
      </ActionButton>
    </SpaceBetween>
  );
  return (
    <SpaceBetween size="m">
      {/* On a telephone the open delivery comes first. */}
      {isTelephone && open !== undefined ? null : <Receivers params={params} change={change} />}
      {isTelephone && open !== undefined ? null : <BulkReplays />}
      {replaySelected.outcome}
      <div className={open === undefined ? 'beside' : 'beside with-detail'}>
        <LiveTable
          title="Deliveries"
          isDense
          itemName={({ event, createdAt }) => `${event} of ${createdAt}`}
          list={list}
          columns={deliveryColumns({ link, ruleName, isTight, open })}
          params={params}
          change={change}
          filters={<FilterBar filters={filters} params={params} change={change} errors={fieldErrors(list.error)} />}
          actions={actions}
          empty={
            names.some((name) => params[name] !== undefined)
              ? 'No delivery matches. Clear a filter.'
              : 'No deliveries. Register a webhook or add a destination. What they match is then delivered.'
          }
          selectionType="multi"
          selected={selected}
          select={select}
        />
        {open === undefined ? null : <DeliveryDetail id={open} close={() => change({ open: null }, false)} />}
        {isTelephone && selected.length > 0 ? <div className="thumb-bar">{replaySelected.button}</div> : null}
      </div>
      {isReplayingAll ? (
        <BulkReplayForm
          params={params}
          close={() => setReplayingAll(false)}
          done={() => {
            setReplayingAll(false);
            notify('success', 'The replay has begun. Its progress shows above the list.');
          }}
        />
      ) : null}
    </SpaceBetween>
  );
}

function useFilters(): readonly Filter[] {
  const source = useWebhooks();
  const destinations = useDestinations();
  return [
    {
      name: 'status',
      label: 'Status',
      choices: Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: text })),
    },
    {
      name: 'webhookId',
      label: 'Webhook',
      choices: source.webhooks.map((each) => ({ value: each.id, label: foreignText(webhookName(each), 60) })),
      source,
    },
    {
      name: 'destinationId',
      label: 'Destination',
      choices: [
        ...destinations.destinations.map(({ id, name }) => ({ value: id, label: foreignText(name, 60) })),
        { value: 'none', label: NO_RECIPIENT },
      ],
      source: destinations,
    },
    { name: 'eventId', label: 'Alert', placeholder: 'Id of an alert', isRare: true },
    { name: 'replayId', label: 'Replay', placeholder: 'Id of a replay', isRare: true },
  ];
}
