import { useApiDocument } from '../../live/api-document.ts';
import { ruleFormsOf } from './rule-forms.ts';

/** The forms of the rule types. */
export function useRuleForms() {
  const { data, error, retry } = useApiDocument('rule-forms', ruleFormsOf);
  return { forms: data, error, retry };
}
