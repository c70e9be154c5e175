import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ListMeta } from '../live/list-view.ts';
import { counted } from './counted.ts';

interface SearchProgressProps {
  /** What the list shows, such as "transaction". */
  readonly of: string;
  readonly meta: ListMeta | undefined;
  /** True when the rows end the page or the pages that were found so far. */
  readonly isAtEnd: boolean;
  /** True when the list shows what a continued search found. */
  readonly isContinued: boolean;
  /** Leads to the rows behind a cursor, or without a cursor to the beginning. */
  readonly goTo: (cursor: string | null) => void;
}

/** Says how far a search came, and continues the search. Nothing shows when the search looked through everything. */
export function SearchProgress({ of, meta, isAtEnd, isContinued, goTo }: SearchProgressProps) {
  if (meta === undefined || meta.totalIsExact !== false) return null;
  const { next = null, searched = 0, total } = meta;
  const buttons = (
    <SpaceBetween direction="horizontal" size="xs">
      {isContinued ? <Button onClick={() => goTo(null)}>Back to the beginning</Button> : null}
      {next === null || !isAtEnd ? null : <Button onClick={() => goTo(next)}>Search further</Button>}
    </SpaceBetween>
  );
  return (
    <Alert type="info" action={buttons}>
      This search looked through {counted(searched, of)}
      {isContinued ? ' from this place on' : ''} and found {total.toLocaleString()}.{' '}
      {next === null ? 'There are no more.' : 'There may be more.'}
    </Alert>
  );
}
