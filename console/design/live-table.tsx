import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import type { LiveList } from '../live/live-list.ts';
import type { UrlChanges } from '../live/url-state.ts';
import { columnOrder } from './column-order.ts';
import { ItemCards } from './item-cards.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { PAGE_SIZES, type PageSize, TablePreferences } from './table-preferences.tsx';
import { useNarrow } from './use-narrow.ts';

export interface Column<T> {
  readonly id: string;
  readonly header: string;
  readonly cell: (item: T) => ReactNode;
  /** Hidden until the user selects the column. */
  readonly isOptional?: boolean;
  /** The field by which the API sorts the list. The address holds the order as `sort`. */
  readonly sortBy?: string;
  /** The width, in pixels, below which the content would break into too many lines. */
  readonly minWidth?: number;
}

interface LiveTableProps<T> {
  readonly title: string;
  /** What the header says of the number of items. Default: the total. */
  readonly counter?: string;
  /** What a user has to know before the list. */
  readonly description?: string;
  /** What tells an item from the others, for a screen reader, such as its name. */
  readonly itemName: (item: T) => string;
  readonly list: LiveList<T>;
  readonly columns: readonly Column<T>[];
  readonly params: Readonly<Record<string, string>>;
  readonly change: (changes: UrlChanges, isFilter?: boolean) => void;
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  /** What the list says without items: the next step. */
  readonly empty: ReactNode;
  readonly selected?: readonly T[];
  readonly select?: (items: readonly T[]) => void;
  readonly selectionType?: 'single' | 'multi';
  /** Each item as low as its content allows, for a list that people work through. */
  readonly isDense?: boolean;
  /** The size of a page until the user chooses one. Default: the smallest. */
  readonly usualSize?: PageSize;
}

/** The page of a list that the address names. */
export const pageIn = (params: Readonly<Record<string, string>>, usualSize: PageSize = PAGE_SIZES[0]) => ({
  page: Math.max(1, Number.parseInt(params.page ?? '1', 10) || 1),
  pageSize: PAGE_SIZES.find((size) => String(size) === params.pageSize) ?? usualSize,
});

/**
 * A list of the API: its columns, its pages and its states. The address holds the page, its size and the columns. On a
 * telephone each item is a card.
 */
export function LiveTable<T extends { readonly id: string }>(props: LiveTableProps<T>) {
  const {
    title,
    counter,
    description,
    itemName,
    list,
    columns,
    params,
    change,
    empty,
    selected = [],
    select,
    selectionType,
    isDense = false,
    usualSize,
  } = props;
  const { page, pageSize } = pageIn(params, usualSize);
  const visible = params.columns?.split(',') ?? columns.filter(({ isOptional }) => !isOptional).map(({ id }) => id);
  const display = columnOrder(
    columns.map(({ id }) => id),
    visible,
  );
  const definitions = columns.map(({ id, header, cell, sortBy, minWidth }, n) => ({
    id,
    header,
    cell,
    minWidth,
    isRowHeader: n === 0,
    ...(sortBy !== undefined && { sortingField: sortBy }),
  }));
  // Every list of the API begins with the newest item.
  const sort = params.sort ?? `-${columns.find(({ sortBy }) => sortBy !== undefined)?.sortBy}`;
  const isExact = list.meta?.totalIsExact !== false;
  // Without an answer, nobody knows how many items there are.
  const isAnswered = !list.isLoading && (list.error === null || list.meta !== undefined);
  const isNarrow = useNarrow();
  const pagination = (
    <Pagination
      currentPageIndex={page}
      pagesCount={Math.max(1, Math.ceil(list.total / pageSize))}
      onChange={({ detail }) => change({ page: String(detail.currentPageIndex) }, false)}
      ariaLabels={{
        nextPageLabel: 'Next page',
        previousPageLabel: 'Previous page',
        pageLabel: (n) => `Page ${n}`,
      }}
    />
  );
  const preferences = <TablePreferences columns={columns} display={display} pageSize={pageSize} change={change} />;
  const shared = {
    ...(select !== undefined && {
      selectionType,
      selectedItems: [...selected],
      onSelectionChange: ({ detail }: { detail: { selectedItems: readonly T[] } }) => select(detail.selectedItems),
    }),
    trackBy: 'id',
    items: list.rows,
    loading: list.isLoading,
    loadingText: `Loading ${title.toLowerCase()}`,
    empty: <Box textAlign="center">{emptyText(list, empty)}</Box>,
    header: (
      <Header
        variant="h1"
        description={description}
        counter={isAnswered ? (counter ?? `(${list.total.toLocaleString()}${isExact ? '' : '+'})`) : ''}
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            {list.added === 0 ? null : (
              <Button iconName="refresh" onClick={list.showAdded}>
                {list.added.toLocaleString()} new
              </Button>
            )}
            {props.actions}
          </SpaceBetween>
        }
      >
        {title}
      </Header>
    ),
    filter: props.filters,
  };
  const labels = {
    selectionGroupLabel: `Select from ${title.toLowerCase()}`,
    itemSelectionLabel: (_: unknown, item: T) => `Select ${itemName(item)}`,
  };
  return (
    <SpaceBetween size="s">
      {list.error === null ? null : <ProblemAlert error={list.error} retry={list.retry} />}
      <div className={list.isTurning ? 'list turning' : 'list'} aria-busy={list.isTurning}>
        {isNarrow ? (
          <ItemCards
            {...shared}
            columns={columns}
            shown={display.filter(({ visible }) => visible).map(({ id }) => id)}
            isDense={isDense}
            foot={
              <>
                {pagination}
                {preferences}
              </>
            }
            ariaLabels={{ ...labels, cardsLabel: title }}
          />
        ) : (
          <Table
            {...shared}
            pagination={pagination}
            preferences={preferences}
            variant="container"
            wrapLines={!isDense}
            contentDensity={isDense ? 'compact' : 'comfortable'}
            skeleton={{ totalRows: PAGE_SIZES[0] }}
            columnDefinitions={definitions}
            sortingColumn={definitions.find(({ sortingField }) => sortingField === sort.replace('-', ''))}
            sortingDescending={sort.startsWith('-')}
            onSortingChange={({ detail: { isDescending, sortingColumn } }) =>
              change({ sort: `${isDescending === true ? '-' : ''}${sortingColumn.sortingField}` })
            }
            columnDisplay={display}
            ariaLabels={{ ...labels, allItemsSelectionLabel: () => 'Select all of this page' }}
          />
        )}
      </div>
    </SpaceBetween>
  );
}

/** Why the table has no rows. A page past the end of a list is empty, while the list is not. */
function emptyText({ error, total }: Pick<LiveList<unknown>, 'error' | 'total'>, empty: ReactNode): ReactNode {
  if (error !== null) return 'Nothing was read.';
  return total > 0 ? 'This page is empty. Go to an earlier page.' : empty;
}
