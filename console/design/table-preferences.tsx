import CollectionPreferences from '@cloudscape-design/components/collection-preferences';
import type { UrlChanges } from '../live/url-state.ts';

export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

interface TablePreferencesProps {
  /** All columns, in the order of the page. The first column always shows. */
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  /** All columns, in the order of the user. */
  readonly display: readonly { readonly id: string; readonly visible: boolean }[];
  readonly pageSize: number;
  readonly change: (changes: UrlChanges) => void;
}

/** The dialog in which the user selects and orders the columns. The address holds what the user chose. */
export function TablePreferences({ columns, display, pageSize, change }: TablePreferencesProps) {
  return (
    <CollectionPreferences
      title="Columns and page size"
      confirmLabel="Apply"
      cancelLabel="Cancel"
      preferences={{ pageSize, contentDisplay: display }}
      pageSizePreference={{
        title: 'Page size',
        options: PAGE_SIZES.map((value) => ({ value, label: `${value}` })),
      }}
      contentDisplayPreference={{
        title: 'Columns',
        options: columns.map(({ id, header }, n) => ({ id, label: header, alwaysVisible: n === 0 })),
      }}
      onConfirm={({ detail }) =>
        change({
          pageSize: String(detail.pageSize ?? pageSize),
          columns: detail.contentDisplay
            ?.filter(({ visible }) => visible)
            .map(({ id }) => id)
            .join(','),
        })
      }
    />
  );
}
