import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import templates from './rule-templates.json';

export interface Template {
  readonly name: string;
  readonly ruleType: string;
  /** The wallets that the user must choose, in the words of the file of the template. */
  readonly wallets?: readonly string[];
  readonly conditions?: object;
}

const teams: readonly { readonly team: string; readonly rules: readonly Template[] }[] = templates;

const id = (team: string, name: string) => `${team}: ${name}`;
const options = teams.map(({ team, rules }) => ({
  label: team,
  options: rules.map(({ name }) => ({ value: id(team, name), label: name })),
}));
const byId = new Map<string | undefined, Template>(
  teams.flatMap(({ team, rules }) => rules.map((rule) => [id(team, rule.name), rule] as const)),
);

interface TemplateFieldProps {
  readonly fill: (template: Template) => void;
  readonly isReadOnly: boolean;
}

/** Fills in the form from a rule that a team uses. */
export function TemplateField({ fill, isReadOnly }: TemplateFieldProps) {
  const [chosen, setChosen] = useState<string>();
  return (
    <FormField label="Template" description="A template fills in the form. You can change every field afterwards.">
      <Select
        options={options}
        selectedOption={chosen === undefined ? null : { value: chosen, label: chosen }}
        placeholder="Start from a template"
        filteringType="auto"
        disabled={isReadOnly}
        onChange={({ detail }) => {
          const { value } = detail.selectedOption;
          const template = byId.get(value);
          setChosen(value);
          if (template !== undefined) fill(template);
        }}
      />
    </FormField>
  );
}
