import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import { foreignText } from '../../design/foreign-text.ts';
import { typeChoices, typeMeant } from './wallet-types.ts';

interface WalletTypeFieldProps {
  /** What the user wrote. */
  readonly text: string;
  readonly write: (text: string) => void;
  /** The types of the other wallets. */
  readonly inUse: readonly string[];
  readonly errorText: string | undefined;
}

/** The type of a wallet: one in use, one of the usual types, or a word of the user. It says which of them is chosen. */
export function WalletTypeField({ text, write, inUse, errorText }: WalletTypeFieldProps) {
  const choices = typeChoices(inUse);
  const meant = typeMeant(text, choices);
  const shown = foreignText(meant, 40);
  const chosen = inUse.includes(meant)
    ? `Chosen: ${shown}, as other wallets.`
    : `Chosen: ${shown}, the first wallet of this type.`;
  return (
    <FormField
      label="Type"
      description="Rules, destinations and webhooks choose wallets by it. A word of your own, or one of the list."
      constraintText={meant === '' ? 'No type is chosen yet.' : chosen}
      errorText={errorText}
    >
      <Autosuggest
        value={text}
        options={choices.map((value) => ({ value, label: foreignText(value, 40) }))}
        enteredTextLabel={(entered) => `Use “${foreignText(entered, 40)}”`}
        placeholder="Such as cold or hot"
        onChange={({ detail }) => write(detail.value)}
      />
    </FormField>
  );
}
