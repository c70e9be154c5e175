import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { readAgain } from './retry.ts';

/** Reads an answer of the API, and tells what every page shows of a read: the data, the error, another try. */
export function useRead<T>(options: UseQueryOptions<T>) {
  const queries = useQueryClient();
  const { data, error, failureReason, isPlaceholderData } = useQuery(options);
  return {
    data,
    isPlaceholderData,
    /** Of the last try, also while the page tries again. */
    error: error ?? failureReason,
    retry: () => void readAgain(queries, options.queryKey),
  };
}
