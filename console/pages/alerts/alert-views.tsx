import Button from '@cloudscape-design/components/button';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import Select from '@cloudscape-design/components/select';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { foreignText } from '../../design/foreign-text.ts';
import { useKeys } from '../../design/use-keys.ts';
import { useNarrow } from '../../design/use-narrow.ts';
import { paramsNamed } from '../../live/list-query.ts';
import type { UrlChanges } from '../../live/url-state.ts';
import { SaveView } from './save-view.tsx';
import { MOST_NAME, MOST_VIEWS } from './saved-views.ts';
import { useSavedViews } from './use-saved-views.ts';
import { useOpenCounts, useViewCounts, type ViewFilters } from './view-counts.ts';

interface AlertViewsProps {
  /** The names of all filters of the list. */
  readonly names: readonly string[];
  readonly params: Readonly<Record<string, string>>;
  readonly change: (changes: UrlChanges) => void;
  /** How many alerts the list has found; undefined until it has its answer. */
  readonly listed: number | undefined;
  /** Whether the filters share the line of the views. */
  readonly isFolded: boolean;
  /** What stands in place of the views while alerts are selected, so that the rows stay where they are. */
  readonly selection: ReactNode;
}

interface View {
  readonly id: string;
  readonly text: string;
  readonly filters: ViewFilters;
}

const CRITICAL: View = { id: 'critical', text: 'Open critical', filters: { status: 'open', severity: 'critical' } };
const OPEN: View = { id: 'open', text: 'Open', filters: { status: 'open' } };
const ALL: View = { id: 'all', text: 'All', filters: {} };
const FIXED = [CRITICAL, OPEN, ALL];

/** More letters in all views than fit beside each other: on a line of their own, and beside folded filters. */
const MOST_LETTERS = { own: 95, shared: 38 } as const;
/** More segments the control does not show. */
const MOST_SEGMENTS = 6;
const KEYED = 9;

/** What people look for first: open critical alerts, all open alerts, all alerts, and what they saved; with counts. */
export function AlertViews({ names, params, change, listed, isFolded, selection }: AlertViewsProps) {
  const saved = useSavedViews(names);
  const views = [...FIXED, ...saved.views.map(({ name, filters }) => ({ id: `saved ${name}`, text: name, filters }))];
  const shown = views.find(({ filters }) => names.every((name) => params[name] === filters[name]))?.id ?? null;
  const show = useCallback(
    ({ id, filters }: View) => {
      const none = Object.fromEntries(names.map((name) => [name, null]));
      // `view` in the address says that the user asked for all alerts.
      change({ ...none, ...filters, view: id === ALL.id ? 'all' : null });
    },
    [change, names],
  );
  const { critical, open } = useOpenCounts(listed);
  useFirstView({ params, shown, counts: { critical, open }, show });
  const counted = views.slice(2).map(({ id, filters }) => ({ filters, isAsked: id !== shown }));
  const counts = [critical, open, ...useViewCounts(counted)];
  useKeys(Object.fromEntries(views.slice(0, KEYED).map((view, at) => [String(at + 1), () => show(view)])));
  const [isNaming, setNaming] = useState(false);
  const isNarrow = useNarrow();
  if (selection !== null) return selection;
  const options = views.map(({ id, text }, at) => {
    const count = (id === shown ? listed : undefined) ?? counts[at];
    return { id, text: `${foreignText(text, MOST_NAME)}${count === undefined ? '' : ` (${count.toLocaleString()})`}` };
  });
  const choose = (chosen: string | undefined) => show(views.find(({ id }) => id === chosen) ?? ALL);
  const letters = options.reduce((sum, { text }) => sum + text.length, 0);
  const isLong = isFolded
    ? saved.views.length > 0 || shown === null || letters > MOST_LETTERS.shared
    : letters > MOST_LETTERS.own || options.length > MOST_SEGMENTS;
  const choices = options.map(({ id, text }) => ({ value: id, label: text }));
  const shownName = saved.views.find(({ name }) => `saved ${name}` === shown)?.name;
  const isFull = saved.views.length >= MOST_VIEWS;
  return (
    <div className="views">
      {/* The control would take two lines of a telephone: it puts a label above its list. */}
      {isNarrow || isLong ? (
        <Select
          ariaLabel="Views"
          placeholder="Filtered"
          options={choices}
          selectedOption={choices.find(({ value }) => value === shown) ?? null}
          onChange={({ detail }) => choose(detail.selectedOption.value)}
        />
      ) : (
        <SegmentedControl
          label="Views"
          options={options}
          selectedId={shown}
          onChange={({ detail }) => choose(detail.selectedId)}
        />
      )}
      {shownName !== undefined ? (
        <Button variant="inline-link" onClick={() => saved.remove(shownName)} ariaLabel={`Remove view ${shownName}`}>
          Remove view
        </Button>
      ) : shown === null ? (
        <Button
          variant="inline-link"
          disabled={isFull}
          disabledReason={`Remove a view first: there are ${MOST_VIEWS} at most.`}
          onClick={() => setNaming(true)}
        >
          Save view
        </Button>
      ) : null}
      {isNaming ? (
        <SaveView
          taken={views.map(({ text }) => text)}
          save={(name) => saved.save({ name, filters: paramsNamed(names, params) })}
          close={() => setNaming(false)}
        />
      ) : null}
    </div>
  );
}

interface FirstViewOptions extends Pick<AlertViewsProps, 'params'> {
  readonly shown: string | null;
  readonly counts: { readonly critical: number | undefined; readonly open: number | undefined };
  readonly show: (view: View) => void;
}

/** An address that does not say what to show shows where most is at stake. */
function useFirstView({ params, shown, counts: { critical, open }, show }: FirstViewOptions): void {
  const isBare = shown === ALL.id && params.view === undefined && params.open === undefined;
  const first = critical === 0 ? (open === undefined ? undefined : open > 0 ? OPEN : ALL) : CRITICAL;
  const isGuess = useRef(false);
  useEffect(() => {
    if (isBare) {
      isGuess.current = critical === undefined || first === undefined;
      return show(first ?? CRITICAL);
    }
    // The counts come later than the page opens. The user may have chosen another view meanwhile.
    if (!isGuess.current || critical === undefined || first === undefined) return;
    isGuess.current = false;
    if (shown === CRITICAL.id) show(first);
  }, [isBare, critical, first, shown, show]);
}
