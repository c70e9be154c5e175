import Autosuggest from '@cloudscape-design/components/autosuggest';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TokenGroup from '@cloudscape-design/components/token-group';
import { useState } from 'react';

const GROUPS = [
  { value: 'own_wallets', label: 'Own wallets' },
  { value: 'address_book', label: 'The address book' },
];

const LIST = 'list:';

/** A counterparty of a rule as a person reads it. */
const counterpartyLabel = (named: string): string =>
  GROUPS.find(({ value }) => value === named)?.label ??
  (named.startsWith(LIST) ? `The list ${named.slice(LIST.length)}` : named);

interface CounterpartiesFieldProps {
  readonly named: readonly string[];
  readonly isReadOnly: boolean;
  readonly select: (named: readonly string[]) => void;
}

/** Chooses own wallets, the address book, address lists by their names, and single addresses. */
export function CounterpartiesField({ named, isReadOnly, select }: CounterpartiesFieldProps) {
  const [typed, setTyped] = useState('');
  const add = (value: string) => {
    const wanted = value.trim();
    setTyped('');
    if (wanted !== '' && !named.includes(wanted)) select([...named, wanted]);
  };
  return (
    <SpaceBetween size="xs">
      <Autosuggest
        value={typed}
        options={GROUPS.filter(({ value }) => !named.includes(value))}
        placeholder="An address, or list:name"
        enteredTextLabel={(value) => `Add “${counterpartyLabel(value.trim())}”`}
        disabled={isReadOnly}
        onChange={({ detail }) => setTyped(detail.value)}
        onSelect={({ detail }) => add(detail.value)}
        onBlur={() => add(typed)}
      />
      <TokenGroup
        items={named.map((each) => ({ label: counterpartyLabel(each), dismissLabel: `Remove ${each}` }))}
        readOnly={isReadOnly}
        onDismiss={({ detail }) => select(named.filter((_, n) => n !== detail.itemIndex))}
      />
    </SpaceBetween>
  );
}
