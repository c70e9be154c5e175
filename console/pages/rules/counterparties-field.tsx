import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TokenGroup from '@cloudscape-design/components/token-group';
import { type ReactNode, useEffect, useState } from 'react';
import { bothSources, pickerStatus } from '../../design/picker-status.ts';
import { useAddressLists } from '../../live/address-lists.ts';
import { useBookLabels } from '../../live/book-labels.ts';
import { useBookSearch } from '../../live/book-search.ts';
import {
  counterpartyChoices,
  counterpartyLabel,
  foundChoices,
  isAddress,
  mayBeAddresses,
  namesIn,
  notChosen,
  readTyped,
} from './counterparty-choices.ts';
import { useAddressCheck } from './use-address-check.ts';

interface CounterpartiesFieldProps {
  readonly label: ReactNode;
  readonly description: string | undefined;
  /** What the service says of the field. */
  readonly errorText: string | undefined;
  readonly named: readonly string[];
  /** Whether the field takes own wallets and the address book, too. */
  readonly takesGroups: boolean;
  readonly isReadOnly: boolean;
  readonly select: (named: readonly string[]) => void;
  /** Why a text in the field is no part of the rule yet. The form is not sent before the user has corrected it. */
  readonly fault: string | undefined;
  readonly setFault: (fault: string | undefined) => void;
}

/** The names that show at once. A rule may have a thousand addresses. */
const MOST_SHOWN = 20;

/**
 * Chooses own wallets, the address book, its entries by their labels, address lists, and single addresses, which a
 * person may paste together. Only what the service takes becomes a name of the rule.
 */
export function CounterpartiesField({ named, takesGroups, isReadOnly, select, ...props }: CounterpartiesFieldProps) {
  const { label, description, errorText, fault, setFault } = props;
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const lists = useAddressLists();
  const book = useBookSearch(search);
  const labelOf = useBookLabels(named.filter(isAddress));
  const { onLoadItems, ...status } = pickerStatus(bothSources(lists, book));
  const choices = counterpartyChoices(lists.lists, book.entries, takesGroups);
  const add = (all: readonly string[]) => {
    setFault(undefined);
    const next = [...new Set([...named, ...all])];
    if (next.length > named.length) select(next);
  };
  const { isChecking, check } = useAddressCheck({
    take: (checked) => {
      // The user may write on meanwhile.
      setTyped((now) => (namesIn(now).join() === checked.join() ? '' : now));
      add(checked);
    },
    refuse: setFault,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text goes with the field, when the field goes
  useEffect(() => () => setFault(undefined), []);
  const take = (text: string) => {
    const read = readTyped(text, choices);
    if (read.fault !== undefined) return setFault(read.fault);
    const known = (name: string) => choices.some(({ value }) => value === name);
    if (read.named.every(known)) {
      setTyped('');
      return add(read.named);
    }
    setFault('The service has not checked this address yet.');
    check(read.named);
  };
  return (
    <SpaceBetween size="xs">
      <FormField label={label} description={description} errorText={fault ?? errorText}>
        <div
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (isReadOnly || !mayBeAddresses(text)) return;
            // The field has one line, in which the addresses of many lines would become one.
            event.preventDefault();
            setTyped(namesIn(text).join(' '));
            take(text);
          }}
        >
          <Autosuggest
            {...status}
            onLoadItems={(event) => {
              setSearch(event.detail.filteringText.trim());
              onLoadItems(event);
            }}
            value={typed}
            options={foundChoices(choices, typed.trim(), named)}
            filteringType="manual"
            placeholder="A label, a list, or an address"
            enteredTextLabel={(value) => `Add “${value.trim()}”`}
            hideEnteredTextOption={!mayBeAddresses(typed)}
            empty="The address book has no such label."
            disabled={isReadOnly}
            onChange={({ detail }) => {
              setTyped(detail.value);
              setFault(undefined);
            }}
            onSelect={({ detail }) => {
              if (detail.value.trim() !== '') take(detail.value);
            }}
            onBlur={() => {
              if (typed.trim() === '' || isChecking) return;
              if (mayBeAddresses(typed)) take(typed);
              else setFault(readTyped(typed, choices).fault ?? notChosen(typed));
            }}
          />
        </div>
      </FormField>
      <TokenGroup
        items={named.map((each) => {
          const shown = counterpartyLabel(each, labelOf);
          return {
            label: shown,
            ...(isAddress(each) && shown !== each ? { description: each } : {}),
            dismissLabel: `Remove ${shown}`,
          };
        })}
        limit={MOST_SHOWN}
        i18nStrings={{ limitShowMore: 'Show all', limitShowFewer: 'Show fewer' }}
        readOnly={isReadOnly}
        onDismiss={({ detail }) => select(named.filter((_, n) => n !== detail.itemIndex))}
      />
    </SpaceBetween>
  );
}
