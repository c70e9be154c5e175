import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { linesOf } from './field-values.ts';
import { type FormState, isOfAllWallets, WALLET_PATHS } from './rule-draft.ts';
import { WalletsField } from './wallets-field.tsx';

/** Which wallets the rule is about. A template that is about particular wallets asks for a choice. */
export function RuleWallets({ texts, write, messages, isReadOnly, asked }: FormState) {
  const { ids, tags, types } = WALLET_PATHS;
  const listAt = (path: string) => linesOf(texts[path] ?? '');
  const errors = ['wallets', ids, tags, types].flatMap((path) => messages.get(path) ?? []);
  const field = (
    <FormField
      label={asked === undefined ? <Optional /> : 'Wallets'}
      description={asked === undefined ? undefined : `This template is about ${asked.names}.`}
      errorText={errors.join(' ')}
    >
      <WalletsField
        selector={{ ids: listAt(ids), tags: listAt(tags), types: listAt(types) }}
        placeholder={asked === undefined || asked.takesAll ? 'All wallets' : 'Choose the wallets'}
        isReadOnly={isReadOnly}
        select={(selector) => {
          write(ids, selector.ids.join('\n'));
          write(tags, selector.tags.join('\n'));
          write(types, selector.types.join('\n'));
        }}
      />
    </FormField>
  );
  if (asked === undefined || !isOfAllWallets(texts)) return field;
  return (
    <SpaceBetween size="xs">
      {field}
      <Checkbox checked={asked.takesAll} disabled={isReadOnly} onChange={({ detail }) => asked.takeAll(detail.checked)}>
        All wallets
      </Checkbox>
    </SpaceBetween>
  );
}

const Optional = () => (
  <>
    Wallets<i> - optional</i>
  </>
);
