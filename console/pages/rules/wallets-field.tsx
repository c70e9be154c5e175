import Multiselect from '@cloudscape-design/components/multiselect';
import { useState } from 'react';
import type { WalletSelector } from '../../../sdk/index.ts';
import { foreignText } from '../../design/foreign-text.ts';
import { pickerStatus } from '../../design/picker-status.ts';
import { useWallets } from '../../live/wallets.ts';

interface WalletsFieldProps {
  readonly selector: WalletSelector;
  /** What no choice means. */
  readonly placeholder: string;
  readonly isReadOnly: boolean;
  readonly select: (selector: WalletSelector) => void;
}

const KINDS = ['types', 'tags', 'ids'] as const;
type Kind = (typeof KINDS)[number];

/** The value of a choice. A type or tag may contain any character, so the kind stands first. */
const choiceOf = (kind: Kind, name: string): string => `${kind} ${name}`;
const LABELS: Readonly<Record<Kind, (name: string) => string>> = {
  types: (type) => `All wallets of the type ${foreignText(type, 40)}`,
  tags: (tag) => `All wallets with the tag ${foreignText(tag, 40)}`,
  ids: (id) => id,
};

/**
 * The wallets that a rule applies to: groups and single wallets. What the user types may also be a tag or a type of
 * wallets to come, or of wallets beyond those that the page has loaded.
 */
export function WalletsField({ selector, placeholder, isReadOnly, select }: WalletsFieldProps) {
  const source = useWallets();
  const [typed, setTyped] = useState('');
  const { onLoadItems, ...status } = pickerStatus(source);
  const others = typed === '' ? [] : [typed];
  const choices = (kind: Kind, names: readonly string[]) =>
    [...new Set([...names, ...(kind === 'ids' ? [] : others)])]
      .sort()
      .map((name) => ({ value: choiceOf(kind, name), label: LABELS[kind](name), description: '' }));
  const wallets = source.wallets.map(({ id, label, address }) => ({
    value: choiceOf('ids', id),
    label: foreignText(label, 40),
    description: address,
  }));
  const groups = [
    ...choices(
      'types',
      source.wallets.map(({ type }) => type),
    ),
    ...choices(
      'tags',
      source.wallets.flatMap(({ tags }) => tags),
    ),
  ];
  const isFound = ({ label, description }: { readonly label: string; readonly description: string }) =>
    `${label} ${description}`.toLowerCase().includes(typed.toLowerCase());
  const selected = KINDS.flatMap((kind) =>
    selector[kind].map((name) => {
      const value = choiceOf(kind, name);
      return wallets.find((wallet) => wallet.value === value) ?? { value, label: LABELS[kind](name) };
    }),
  );
  const namesIn = (values: readonly string[], kind: Kind) =>
    values.filter((value) => value.startsWith(`${kind} `)).map((value) => value.slice(kind.length + 1));
  return (
    <Multiselect
      {...status}
      options={[
        { label: 'Groups', options: groups.filter(isFound) },
        { label: 'Wallets', options: wallets.filter(isFound) },
      ]}
      selectedOptions={selected}
      placeholder={placeholder}
      filteringType="manual"
      disabled={isReadOnly}
      deselectAriaLabel={({ label = '' }) => `Remove ${label}`}
      onLoadItems={(event) => {
        setTyped(event.detail.filteringText.trim());
        onLoadItems(event);
      }}
      onChange={({ detail }) => {
        const values = detail.selectedOptions.flatMap(({ value }) => value ?? []);
        select({ ids: namesIn(values, 'ids'), tags: namesIn(values, 'tags'), types: namesIn(values, 'types') });
      }}
    />
  );
}
