import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useEffect, useState } from 'react';
import { familyOfTyped, typedAddress, typedFigure } from '../../sdk/index.ts';
import type { UrlChanges } from '../live/url-state.ts';
import { InstantInput } from './instant-input.tsx';
import { type ChoiceSource, pickerStatus } from './picker-status.ts';
import { useNarrow } from './use-narrow.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A filter of a list. Its name is that of the query parameter of the API and of the address. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  /** The values to choose from. Without choices the user writes a text. */
  readonly choices?: readonly Choice[];
  /** Where the choices come from, if the page reads them. */
  readonly source?: ChoiceSource;
  readonly placeholder?: string;
  readonly type?: 'text' | 'search' | 'datetime-local' | 'amount';
  /** Stands behind "More filters", because few users need the filter. */
  readonly isRare?: boolean;
}

interface FilterBarProps {
  readonly filters: readonly Filter[];
  readonly params: Readonly<Record<string, string>>;
  readonly change: (changes: UrlChanges) => void;
  /** What the API says of the filters, by their names. */
  readonly errors?: ReadonlyMap<string, string>;
  /** Keeps all filters behind one button, beside an open detail. On a telephone they always are. */
  readonly isFolded?: boolean;
}

/**
 * The filters of a list. A choice applies at once; a text or a time applies when the user presses Enter or leaves the
 * field.
 */
export function FilterBar({ filters, params, change, errors, ...props }: FilterBarProps) {
  const isNarrow = useNarrow();
  const isFolded = isNarrow || props.isFolded === true;
  const [isOpen, setOpen] = useState(false);
  const isUsed = ({ name }: Filter) => params[name] !== undefined;
  const rare = filters.filter(({ isRare }) => isFolded || isRare === true);
  const used = rare.filter(isUsed).length;
  const isOpened = isOpen || rare.some(({ name }) => errors?.has(name));
  const fields = (shown: readonly Filter[]) =>
    shown.map((filter) => (
      <FormField key={filter.name} label={filter.label} errorText={errors?.get(filter.name)}>
        {filter.choices === undefined ? (
          <TextFilter {...filter} value={params[filter.name] ?? ''} apply={(text) => change({ [filter.name]: text })} />
        ) : (
          <ChoiceFilter {...filter} choices={filter.choices} value={params[filter.name]} change={change} />
        )}
      </FormField>
    ));
  const clear = filters.some(isUsed) ? (
    <Button
      variant={rare.length === 0 ? 'normal' : 'inline-link'}
      onClick={() => change(Object.fromEntries(filters.map(({ name }) => [name, null])))}
    >
      Clear filters
    </Button>
  ) : null;
  return (
    <search aria-label="Filters" className={isOpened ? 'opened' : undefined}>
      {isFolded ? null : (
        <div className="filters usual">
          {fields(filters.filter((filter) => !rare.includes(filter)))}
          {rare.length > 0 || clear === null ? null : <FormField label="&nbsp;">{clear}</FormField>}
        </div>
      )}
      {rare.length === 0 ? null : (
        <div className="more-filters">
          <ExpandableSection
            headerText={`${isFolded ? 'Filters' : 'More filters'}${used === 0 ? '' : ` (${used} set)`}`}
            expanded={isOpened}
            onChange={({ detail }) => setOpen(detail.expanded)}
          >
            <div className="filters">{fields(rare)}</div>
            {isNarrow ? clear : null}
          </ExpandableSection>
          {isNarrow ? null : clear}
        </div>
      )}
    </search>
  );
}

const ANY: Choice = { value: '', label: 'Any' };

function ChoiceFilter(props: Filter & Pick<FilterBarProps, 'change'> & { choices: readonly Choice[]; value?: string }) {
  const { name, choices, source, value, change } = props;
  const known = choices.find((choice) => choice.value === value);
  const selected = known ?? (value === undefined ? ANY : { value, label: value });
  return (
    <Select
      {...(source === undefined ? {} : pickerStatus(source))}
      options={[ANY, ...choices]}
      selectedOption={selected}
      filteringType={choices.length > 8 ? 'auto' : 'none'}
      onChange={({ detail }) => change({ [name]: detail.selectedOption.value })}
    />
  );
}

function TextFilter(props: Filter & { readonly value: string; readonly apply: (text: string) => void }) {
  const { value, apply, placeholder, type = 'text' } = props;
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const done = () => {
    // The words of a search together may look like an address of another family.
    const plain = familyOfTyped(text) === 'evm' ? typedAddress(text) : text.trim();
    const typed = (type === 'amount' ? typedFigure(text) : undefined) ?? plain;
    setText(typed);
    if (typed !== value) apply(typed);
  };
  if (type === 'datetime-local') return <InstantInput value={text} change={setText} done={done} />;
  return (
    <Input
      type={type === 'search' ? 'search' : 'text'}
      value={text}
      placeholder={placeholder}
      onChange={({ detail }) => setText(detail.value)}
      onBlur={done}
      onKeyDown={({ detail }) => {
        if (detail.key === 'Enter') done();
      }}
    />
  );
}
