import { type components, pages } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';
import { useRead } from './read.ts';

type Rule = components['schemas']['Rule'];

/** All rules of the organisation, for pickers and names. */
export function useRules() {
  const client = useClient();
  const { data, error, retry } = useRead({
    queryKey: ['rules', 'all'],
    queryFn: async ({ signal }) => {
      const load = (cursor: string | undefined) =>
        client.GET('/api/alerts/rules', { params: { query: { pageSize: 100, cursor } }, signal });
      return (await Array.fromAsync(pages(load))).flat();
    },
    staleTime: 30_000,
  });
  const rules: readonly Rule[] = data ?? [];
  return {
    rules,
    isLoaded: data !== undefined,
    error,
    retry,
    nameOf: (id: string): string | undefined => rules.find((rule) => rule.id === id)?.name,
  };
}
