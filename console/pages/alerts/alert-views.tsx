import SegmentedControl from '@cloudscape-design/components/segmented-control';
import Select from '@cloudscape-design/components/select';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useKeys } from '../../design/use-keys.ts';
import { useNarrow } from '../../design/use-narrow.ts';
import { CRITICAL_ALERTS, useCriticalAlerts } from '../../live/critical-alerts.ts';
import { useLiveItem } from '../../live/live-item.ts';
import type { UrlChanges } from '../../live/url-state.ts';
import { useClient } from '../../session/session-context.ts';

interface AlertViewsProps {
  readonly params: Readonly<Record<string, string>>;
  /** Whether the address has a filter. */
  readonly isFiltered: boolean;
  readonly change: (changes: UrlChanges) => void;
  /** How many alerts the list has found; undefined until it has its answer. */
  readonly listed: number | undefined;
  /** What stands in place of the views while alerts are selected, so that the rows stay where they are. */
  readonly selection: ReactNode;
}

/** The views, and the filters of each. `view` in the address says that the user asked for all alerts. */
const VIEWS = [
  { id: 'critical', text: 'Open critical', filters: { status: 'open', severity: 'critical', view: null } },
  { id: 'open', text: 'Open', filters: { status: 'open', severity: null, view: null } },
  { id: 'all', text: 'All', filters: { status: null, severity: null, view: 'all' } },
] as const;

/** Counts change slower than lists. */
const COUNTS_MS = 15_000;
const OPEN_COUNT = ['events', 'open count'];

/** What people look for first: open critical alerts, all open alerts, and all alerts, with their counts. */
export function AlertViews({ params, isFiltered, change, listed, selection }: AlertViewsProps) {
  // The navigation shows the same answer.
  const critical = useCriticalAlerts(COUNTS_MS).item?.meta.total;
  const open = useOpenCount();
  useCountsOf(listed);
  const counts: Readonly<Record<string, number | undefined>> = { critical, open };
  const isShown = ({ filters }: (typeof VIEWS)[number]) =>
    (params.status ?? null) === filters.status && (params.severity ?? null) === filters.severity;
  const shown = VIEWS.find(isShown)?.id ?? null;
  const show = useCallback((chosen: string) => change(VIEWS.find(({ id }) => id === chosen)?.filters ?? {}), [change]);
  // An address that does not say what to show shows where most is at stake.
  const isBare = !isFiltered && params.view === undefined && params.open === undefined;
  const first = critical === 0 ? (open === undefined ? undefined : open > 0 ? 'open' : 'all') : 'critical';
  const isGuess = useRef(false);
  useEffect(() => {
    if (isBare) {
      isGuess.current = critical === undefined || first === undefined;
      return show(first ?? 'critical');
    }
    // The counts come later than the page opens. The user may have chosen another view meanwhile.
    if (!isGuess.current || critical === undefined || first === undefined) return;
    isGuess.current = false;
    if (shown === 'critical') show(first);
  }, [isBare, critical, first, shown, show]);
  const options = VIEWS.map(({ id, text }) => ({
    id,
    text: counts[id] === undefined ? text : `${text} (${counts[id]?.toLocaleString()})`,
  }));
  useKeys({ 1: () => show('critical'), 2: () => show('open'), 3: () => show('all') });
  const isNarrow = useNarrow();
  if (selection !== null) return selection;
  // The control would take two lines of a telephone: it puts a label above its list.
  if (isNarrow) {
    const choices = options.map(({ id, text }) => ({ value: id, label: text }));
    return (
      <Select
        ariaLabel="Views"
        placeholder="Filtered"
        options={choices}
        selectedOption={choices.find(({ value }) => value === shown) ?? null}
        onChange={({ detail }) => show(detail.selectedOption.value ?? 'all')}
      />
    );
  }
  return (
    <SegmentedControl
      label="Views"
      options={options}
      selectedId={shown}
      onChange={({ detail }) => show(detail.selectedId)}
    />
  );
}

/** How many alerts are open; undefined until the answer is there. */
function useOpenCount(): number | undefined {
  const client = useClient();
  const query = { status: 'open', pageSize: 1 } as const;
  const { item } = useLiveItem({
    key: OPEN_COUNT,
    load: (signal) => client.GET('/api/alerts/events', { params: { query }, signal }),
    pauseMs: COUNTS_MS,
  });
  return item?.meta.total;
}

/** Reads the counts again as soon as the list, which is read more often, finds another number of alerts. */
function useCountsOf(listed: number | undefined): void {
  const queries = useQueryClient();
  const before = useRef(listed);
  useEffect(() => {
    if (before.current !== undefined && before.current !== listed) {
      for (const queryKey of [OPEN_COUNT, CRITICAL_ALERTS]) void queries.invalidateQueries({ queryKey });
    }
    before.current = listed;
  }, [listed, queries]);
}
