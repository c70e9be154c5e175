import { dataOf } from '../../../sdk/index.ts';
import { useRead } from '../../live/read.ts';
import { useClient } from '../../session/session-context.ts';
import { ruleFormsOf } from './rule-forms.ts';

/** The forms of the rule types. They change only with a release, so the page asks once. */
export function useRuleForms() {
  const client = useClient();
  const { data, error, retry } = useRead({
    queryKey: ['rule-forms'],
    queryFn: async ({ signal }) => ruleFormsOf(dataOf(await client.GET('/api/openapi.json', { signal }))),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return { forms: data, error, retry };
}
