import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { CounterpartiesField } from './counterparties-field.tsx';
import { NAMING_FIELDS } from './counterparty-choices.ts';
import { linesOf } from './field-values.ts';
import type { FormState } from './rule-draft.ts';
import { RuleWallets } from './rule-wallets.tsx';
import type { Field, Leaf } from './schema-fields.ts';

interface SchemaFieldProps<F extends Field> extends FormState {
  readonly field: F;
}

const HINTS: Partial<Record<Field['kind'], string>> = {
  list: 'One on each line.',
  numbers: 'A number on each line, or “none” for transactions without one.',
  json: 'JSON',
};

/** What the name of a field does not say, by its path. */
const HELP: Readonly<Record<string, string>> = {
  cooldownMinutes:
    'With 0, each match makes an alert. Otherwise further matches are only counted for so long after an alert, and ' +
    'the next alert says how many. A match worth ten times the largest that fired in this time, or more, fires all ' +
    'the same. A new rule begins with 0, but for frequency and gas spike, whose matches repeat.',
  'conditions.counterparty_in': 'Who is at the other end of the transfer, or may spend.',
  'conditions.counterparty_not_in': 'Who may be at the other end without an alert.',
  'conditions.addresses': 'Single addresses, and all addresses of a list.',
  'conditions.hours': 'From 1 to 720. The rule fires once, until something comes again.',
  'conditions.below': 'In whole units of the asset. The rule fires once, until the balance has come back.',
  'conditions.above': 'In whole units of the asset. The rule fires once, until the balance has come back.',
  'conditions.rearm_percent': 'By default 5 percent of the bound. So a balance that swings around it fires once.',
  'conditions.asset':
    'Write “native” for the native coin of the chain, or the address of a token. A rule about a balance takes tokens ' +
    'of EVM chains and of Solana.',
  'conditions.other_end': 'Any: also your own wallets.',
};

/** A field of the form, made from its schema. */
export function SchemaField({ field, ...state }: SchemaFieldProps<Field>) {
  const { path, label } = field;
  if (path === 'wallets') return <RuleWallets {...state} />;
  const errorText = state.messages.get(path);
  if (field.kind === 'group') {
    return (
      <FormField label={<Label field={field} />} errorText={errorText} stretch>
        <fieldset className="fields" aria-label={label}>
          {field.fields.map((each) => (
            <SchemaField key={each.path} field={each} {...state} />
          ))}
        </fieldset>
      </FormField>
    );
  }
  if (field.kind === 'flag') {
    return (
      <FormField errorText={errorText} warningText={state.warnings.get(path)}>
        <Checkbox
          checked={state.texts[path] === 'true'}
          disabled={state.isReadOnly}
          onChange={({ detail }) => state.write(path, String(detail.checked))}
        >
          {label}
        </Checkbox>
      </FormField>
    );
  }
  const naming = NAMING_FIELDS.get(path);
  if (naming !== undefined) {
    return (
      <CounterpartiesField
        {...naming}
        label={<Label field={field} />}
        description={HELP[path]}
        errorText={errorText}
        named={linesOf(state.texts[path] ?? '')}
        isReadOnly={state.isReadOnly}
        select={(named) => state.write(path, named.join('\n'))}
        fault={state.faults.get(path)}
        setFault={(fault) => state.setFault(path, fault)}
      />
    );
  }
  // Two choices beside each other stand on one line: the words of a choice are below it.
  const isChoice = field.kind === 'choice';
  return (
    <FormField
      label={<Label field={field} />}
      description={isChoice ? undefined : HELP[path]}
      constraintText={isChoice ? HELP[path] : HINTS[field.kind]}
      errorText={errorText}
    >
      <Control field={field} {...state} />
    </FormField>
  );
}

function Label({ field }: { readonly field: Field }) {
  const isPart = field.path.split('.').length > 2;
  const isOptional = field.kind === 'group' ? !field.isRequired : field.whenEmpty !== '' && !isPart;
  return (
    <>
      {field.label}
      {isOptional ? <i> - optional</i> : null}
    </>
  );
}

/** The choice of some fields that means the same as no choice. */
const ANY = 'any';

const INPUT_MODES: Partial<Record<Leaf['kind'], 'decimal' | 'numeric'>> = {
  decimal: 'decimal',
  whole: 'numeric',
  number: 'decimal',
};

function Control({ field, texts, write, isReadOnly }: SchemaFieldProps<Leaf>) {
  const { path, kind, options } = field;
  const text = texts[path] ?? '';
  const change = ({ detail }: { readonly detail: { readonly value: string } }) => write(path, detail.value);
  const choices = options.map((option) => ({ value: String(option.value), label: option.text }));
  switch (kind) {
    case 'choice': {
      const hasAny = choices.some(({ value }) => value === ANY);
      const offered = field.whenEmpty === undefined && !hasAny ? [{ value: '', label: 'Any' }, ...choices] : choices;
      const selected = offered.find(({ value }) => value === (hasAny ? text || ANY : text)) ?? null;
      const choose = (value = '') => write(path, value);
      return (
        <Select
          options={offered}
          selectedOption={selected}
          placeholder="Choose"
          disabled={isReadOnly}
          onChange={({ detail }) => choose(detail.selectedOption.value)}
        />
      );
    }
    case 'choices':
      return (
        <Multiselect
          options={choices}
          selectedOptions={choices.filter(({ value }) => linesOf(text).includes(value))}
          placeholder="Any"
          disabled={isReadOnly}
          onChange={({ detail }) => write(path, detail.selectedOptions.map(({ value = '' }) => value).join('\n'))}
        />
      );
    case 'list':
    case 'numbers':
    case 'json':
      return <Textarea value={text} rows={3} disabled={isReadOnly} spellcheck={false} onChange={change} />;
    default:
      return (
        <Input
          value={text}
          inputMode={INPUT_MODES[kind] ?? 'text'}
          disabled={isReadOnly}
          autoComplete={false}
          onChange={change}
        />
      );
  }
}
