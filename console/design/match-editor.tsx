import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRules } from '../live/rules.ts';
import { useWallets } from '../live/wallets.ts';
import { labelOf } from './field-label.ts';
import type { Choice } from './filter-bar.tsx';
import { foreignText } from './foreign-text.ts';
import { Heard } from './heard.tsx';
import { eventNoun, type Match, unheardEvents } from './match-words.ts';
import { type ChoiceSource, pickerStatus } from './picker-status.ts';
import { useMatchChoices } from './use-match-choices.ts';

interface MatchEditorProps {
  readonly match: Match;
  /** What the subscription or the destination asks for besides. */
  readonly events: readonly string[];
  readonly change: (match: Match) => void;
  /** The messages of the API, by the path of their field. */
  readonly errors: ReadonlyMap<string, string>;
  /** For people: the events are called in words, not by their names in the API. */
  readonly inWords?: boolean;
}

interface MatchField {
  readonly name: keyof Match;
  readonly label: string;
  readonly placeholder: string;
  readonly choices: readonly Choice[];
  readonly source: ChoiceSource;
}

/** Chooses what is heard: within a field any value, between fields all. An empty field matches everything. */
export function MatchEditor({ match, events, change, errors, inWords = false }: MatchEditorProps) {
  const fields = useMatchFields(match);
  const unheard = unheardEvents(match, events);
  return (
    <SpaceBetween size="m">
      <div aria-live="polite">
        <Box variant="awsui-key-label">Hears</Box>
        <Heard match={match} events={events} />
        <Box variant="small" display="block">
          An empty field below matches everything.
        </Box>
      </div>
      {unheard.length === 0 ? null : (
        <Alert type="warning">
          Never heard: {unheard.map((event) => (inWords ? eventNoun(event) : event)).join(' and ')}. They lack the rule,
          the severity or the wallet that the choice below asks for.
        </Alert>
      )}
      {fields.map(({ name, label, placeholder, choices, source }) => (
        <FormField key={name} label={label} errorText={messageOf(errors, `match.${name}`)}>
          <Multiselect
            {...pickerStatus(source)}
            options={[...choices]}
            selectedOptions={(match[name] ?? []).map(
              (value) => choices.find((choice) => choice.value === value) ?? { value, label: foreignText(value, 40) },
            )}
            placeholder={placeholder}
            filteringType={choices.length > 8 ? 'auto' : 'none'}
            deselectAriaLabel={({ label: chosen = '' }) => `Remove ${chosen}`}
            empty="Nothing to choose from"
            onChange={({ detail }) =>
              change({ ...match, [name]: detail.selectedOptions.flatMap(({ value }) => value ?? []) })
            }
          />
        </FormField>
      ))}
    </SpaceBetween>
  );
}

function useMatchFields({ walletTypes = [], walletTags }: Match): readonly MatchField[] {
  const known = useMatchChoices();
  const rules = useRules();
  const wallets = useWallets();
  const named = (value: string): Choice => ({ value, label: labelOf(value) });
  const types = new Set([...wallets.wallets.map(({ type }) => type), ...walletTypes]);
  const fields: readonly MatchField[] = [
    {
      ...{ name: 'severities', label: 'Severities', placeholder: 'Any severity' },
      ...{ choices: known.severities.map(named), source: known },
    },
    {
      ...{ name: 'ruleIds', label: 'Rules', placeholder: 'Any rule' },
      ...{ choices: rules.rules.map(({ id, name }) => ({ value: id, label: foreignText(name, 60) })), source: rules },
    },
    {
      ...{ name: 'ruleTypes', label: 'Rule types', placeholder: 'Any rule type' },
      ...{ choices: known.ruleTypes.map(named), source: known },
    },
    {
      ...{ name: 'walletIds', label: 'Wallets', placeholder: 'Any wallet' },
      choices: wallets.wallets.map(({ id, label }) => ({ value: id, label: foreignText(label, 60) })),
      source: wallets,
    },
    {
      ...{ name: 'walletTypes', label: 'Wallet types', placeholder: 'Any wallet type' },
      choices: [...types].sort().map((type) => ({ value: type, label: foreignText(type, 40) })),
      source: wallets,
    },
  ];
  if (walletTags === undefined || walletTags.length === 0) return fields;
  const choices = walletTags.map((tag) => ({ value: tag, label: foreignText(tag, 40) }));
  return [
    ...fields,
    { name: 'walletTags', label: 'Wallet tags', placeholder: 'Any wallet tag', choices, source: wallets },
  ];
}

/** The messages of a field and of its entries, such as those of `match.ruleIds.0`. */
const messageOf = (errors: ReadonlyMap<string, string>, path: string): string =>
  [...errors]
    .filter(([place]) => place === path || place.startsWith(`${path}.`))
    .map(([, message]) => message)
    .join(' ');
