import Box from '@cloudscape-design/components/box';
import Cards, { type CardsProps } from '@cloudscape-design/components/cards';
import type { ReactNode } from 'react';

interface CardColumn<T> {
  readonly id: string;
  readonly header: string;
  readonly cell: (item: T) => ReactNode;
}

interface ItemCardsProps<T> extends Omit<CardsProps<T>, 'cardDefinition' | 'visibleSections'> {
  readonly columns: readonly CardColumn<T>[];
  /** The ids of the columns that show, in their order. */
  readonly shown: readonly string[];
  /** The values stand in one line below the title, in place of a label above each value. */
  readonly isDense: boolean;
  /** The pages of the list and its settings: at the end, where a thumb reaches them. */
  readonly foot: ReactNode;
}

/** A list on a telephone: each item is a card. */
export function ItemCards<T>({ columns, shown, isDense, foot, ...props }: ItemCardsProps<T>) {
  const [title, ...others] = columns;
  const visible = shown.flatMap((id) => others.find((column) => column.id === id) ?? []);
  const values = (item: T) => (
    <div className={isDense ? 'card-line' : 'card-values'}>
      {visible.map(({ id, header, cell }) => (
        <div key={id}>
          {isDense ? (
            <span className="visually-hidden">{header}: </span>
          ) : (
            <Box variant="awsui-key-label">{header}</Box>
          )}
          {cell(item)}
        </div>
      ))}
    </div>
  );
  return (
    <>
      <Cards
        {...props}
        cardDefinition={{
          header: title?.cell,
          sections: visible.length === 0 ? [] : [{ id: 'values', content: values }],
        }}
      />
      <div className="cards-foot">{foot}</div>
    </>
  );
}
