import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import { addressesNamed } from '../../../sdk/book-labels.ts';
import { ruleSentence } from '../../../sdk/index.ts';
import { Foreign } from '../../design/foreign.tsx';
import { useBookLabels } from '../../live/book-labels.ts';
import { useWallets } from '../../live/wallets.ts';
import { recordOf } from './schema-fields.ts';

/** When a rule fires, as a sentence, which follows a form. */
export function RuleSentence({ rule }: { readonly rule: Readonly<Record<string, unknown>> }) {
  const { labelOf } = useWallets();
  const { ruleType, wallets, conditions } = rule;
  const { ids, tags, types } = recordOf(wallets);
  const listIn = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const shown = {
    ruleType: String(ruleType),
    wallets: { ids: listIn(ids), tags: listIn(tags), types: listIn(types) },
    conditions: recordOf(conditions),
  };
  const addressLabel = useBookLabels(addressesNamed(shown));
  return (
    <FormField label="Fires when">
      <div aria-live="polite">
        <Foreign text={ruleSentence(shown, labelOf, addressLabel)} most={300} />
        {shown.conditions.unknown_value === 'match' ? (
          <Box variant="small" display="block">
            It fires also while nobody knows the value.
          </Box>
        ) : null}
      </div>
    </FormField>
  );
}
