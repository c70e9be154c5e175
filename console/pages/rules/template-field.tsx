import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { TEAMS, type Template, templateSentence } from './template-sentence.ts';

const id = (team: string, name: string) => `${team}: ${name}`;
const options = TEAMS.map(({ team, rules }) => ({
  label: team,
  options: rules.map((rule) => ({ value: id(team, rule.name), label: rule.name, description: templateSentence(rule) })),
}));
const byId = new Map<string | undefined, Template>(
  TEAMS.flatMap(({ team, rules }) => rules.map((rule) => [id(team, rule.name), rule] as const)),
);

interface TemplateFieldProps {
  readonly fill: (template: Template) => void;
  readonly isReadOnly: boolean;
}

/** Fills in the form from a rule that a team uses. */
export function TemplateField({ fill, isReadOnly }: TemplateFieldProps) {
  const [chosen, setChosen] = useState<string>();
  return (
    <FormField label="Template">
      <Select
        options={options}
        selectedOption={chosen === undefined ? null : { value: chosen, label: chosen }}
        placeholder="Fills in the form"
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
