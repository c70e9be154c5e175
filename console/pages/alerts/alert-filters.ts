import { pages } from '../../../sdk/index.ts';
import { labelOf } from '../../design/field-label.ts';
import type { Choice, Filter } from '../../design/filter-bar.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { useChains } from '../../live/chains.ts';
import { useRead } from '../../live/read.ts';
import { useWallets } from '../../live/wallets.ts';
import { useClient } from '../../session/session-context.ts';

const choices = (...values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({ value, label: labelOf(value) }));

/** Every filter of the list of alerts. */
export function useAlertFilters(): readonly Filter[] {
  const chains = useChains();
  const wallets = useWallets();
  const rules = useRuleChoices();
  return [
    { name: 'status', label: 'Status', choices: choices('open', 'acknowledged', 'resolved') },
    { name: 'severity', label: 'Severity', choices: choices('critical', 'warning', 'info') },
    { name: 'ruleId', label: 'Rule', choices: rules.choices, source: rules },
    {
      name: 'walletId',
      label: 'Wallet',
      choices: wallets.wallets.map(({ id, label }) => ({ value: id, label: foreignText(label, 40) })),
      source: wallets,
    },
    {
      name: 'chain',
      label: 'Chain',
      choices: chains.chains.map(({ id, name }) => ({ value: id, label: name })),
      source: chains,
    },
    { name: 'walletTag', label: 'Wallet tag', placeholder: 'The whole tag', isRare: true },
    { name: 'from', label: 'From', type: 'datetime-local', isRare: true },
    { name: 'to', label: 'To', type: 'datetime-local', isRare: true },
  ];
}

/** More rules than anybody picks from a list. */
const MOST = 1000;

/** The rules of the organisation by their names. */
function useRuleChoices() {
  const client = useClient();
  const { data, error, retry } = useRead({
    queryKey: ['rules', 'choices'],
    queryFn: async () => {
      const rules: Choice[] = [];
      const load = (cursor: string | undefined) =>
        client.GET('/api/alerts/rules', { params: { query: { pageSize: 100, cursor } } });
      for await (const page of pages(load)) {
        rules.push(...page.map(({ id, name }) => ({ value: id, label: foreignText(name, 40) })));
        if (rules.length >= MOST) break;
      }
      return rules;
    },
    staleTime: 30_000,
  });
  return { choices: data ?? [], isLoaded: data !== undefined, error, retry };
}
