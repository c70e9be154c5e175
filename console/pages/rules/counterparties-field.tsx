import Autosuggest from '@cloudscape-design/components/autosuggest';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TokenGroup from '@cloudscape-design/components/token-group';
import { useState } from 'react';
import { pickerStatus } from '../../design/picker-status.ts';
import { useAddressLists } from '../../live/address-lists.ts';
import { counterpartyChoices, counterpartyLabel, namesIn } from './counterparty-choices.ts';

interface CounterpartiesFieldProps {
  readonly named: readonly string[];
  /** Whether the field takes own wallets and the address book, too. */
  readonly takesGroups: boolean;
  readonly isReadOnly: boolean;
  readonly select: (named: readonly string[]) => void;
}

/** The names that show at once. A rule may have a thousand addresses. */
const MOST_SHOWN = 20;

/** Chooses own wallets, the address book, address lists, and single addresses, which a person may paste together. */
export function CounterpartiesField({ named, takesGroups, isReadOnly, select }: CounterpartiesFieldProps) {
  const [typed, setTyped] = useState('');
  const source = useAddressLists();
  const add = (text: string) => {
    setTyped('');
    const all = [...new Set([...named, ...namesIn(text)])];
    if (all.length > named.length) select(all);
  };
  return (
    <SpaceBetween size="xs">
      <div
        onPaste={(event) => {
          const text = event.clipboardData.getData('text');
          if (isReadOnly || namesIn(text).length < 2) return;
          // The field has one line, in which the addresses of many lines would become one.
          event.preventDefault();
          add(text);
        }}
      >
        <Autosuggest
          {...pickerStatus(source)}
          value={typed}
          options={counterpartyChoices(source.lists, named, takesGroups)}
          placeholder="An address, or list:name"
          enteredTextLabel={(value) => `Add “${counterpartyLabel(value.trim())}”`}
          disabled={isReadOnly}
          onChange={({ detail }) => setTyped(detail.value)}
          onSelect={({ detail }) => add(detail.value)}
          onBlur={() => add(typed)}
        />
      </div>
      <TokenGroup
        items={named.map((each) => ({ label: counterpartyLabel(each), dismissLabel: `Remove ${each}` }))}
        limit={MOST_SHOWN}
        i18nStrings={{ limitShowMore: 'Show all', limitShowFewer: 'Show fewer' }}
        readOnly={isReadOnly}
        onDismiss={({ detail }) => select(named.filter((_, n) => n !== detail.itemIndex))}
      />
    </SpaceBetween>
  );
}
