import { useState } from 'react';
import { textsOf } from './field-values.ts';
import type { Rule, RuleForms } from './rule-forms.ts';

/**
 * What the user wrote of a rule so far.
 * @param rule the rule that the user edits; undefined for a new rule.
 */
export function useRuleDraft(forms: RuleForms, rule: Rule | undefined) {
  const fieldsOf = (type: string) => forms.get(type) ?? [];
  const [type, setType] = useState<string>(rule?.ruleType ?? 'large_transfer');
  const [before] = useState(() => textsOf(fieldsOf(type), rule));
  const [texts, setTexts] = useState(before);
  return {
    type,
    fields: fieldsOf(type),
    before,
    texts,
    write: (path: string, text: string) => setTexts((now) => ({ ...now, [path]: text })),
    fill: (template: { readonly ruleType: string }) => {
      setType(template.ruleType);
      setTexts(textsOf(fieldsOf(template.ruleType), template));
    },
    /** Conditions of the same name, such as the value in USD, keep what the user wrote. */
    changeType: (next: string) => {
      setType(next);
      setTexts((now) => ({ ...textsOf(fieldsOf(next), undefined), ...now }));
    },
  };
}
