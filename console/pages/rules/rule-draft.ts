import { useState } from 'react';
import { textsOf } from './field-values.ts';
import type { Rule, RuleForms } from './rule-forms.ts';
import type { Template } from './template-field.tsx';
import { inTwoQuestions } from './two-questions.ts';

/**
 * What the user wrote of a rule so far.
 * @param rule the rule that the user edits; undefined for a new rule.
 */
export function useRuleDraft(forms: RuleForms, rule: Rule | undefined) {
  const fieldsOf = (type: string) => forms.get(type) ?? [];
  const [type, setType] = useState<string>(rule?.ruleType ?? 'large_transfer');
  const [before] = useState(() => textsOf(fieldsOf(type), rule && inTwoQuestions(rule)));
  const [texts, setTexts] = useState(before);
  return {
    type,
    fields: fieldsOf(type),
    before,
    texts,
    write: (path: string, text: string) => setTexts((now) => ({ ...now, [path]: text })),
    fill: (template: Template) => {
      setType(template.ruleType);
      setTexts(textsOf(fieldsOf(template.ruleType), inTwoQuestions(template)));
    },
    /** Conditions of the same name, such as the value in USD, keep what the user wrote. */
    changeType: (next: string) => {
      setType(next);
      setTexts((now) => {
        const written = Object.entries(now).filter(([, text]) => text !== '');
        return { ...textsOf(fieldsOf(next), undefined), ...Object.fromEntries(written) };
      });
    },
  };
}
