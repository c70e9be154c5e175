import { useMutation, useQueryClient } from '@tanstack/react-query';

interface ActionOptions<Input, Output> {
  readonly run: (input: Input) => Promise<Output>;
  /** The first words of the keys of the queries that the action changes. */
  readonly changes: readonly string[];
  readonly onDone?: (output: Output, input: Input) => void;
  /** For an action whose error cannot show beside its button. */
  readonly onFailed?: (error: unknown) => void;
}

/**
 * A request that changes something, such as `dataOf(await client.POST(…))`. It runs once: only the user repeats it.
 * Afterwards the lists that show what it changed are read again. The action does not wait for them.
 */
export function useAction<Input, Output>({ run, changes, onDone, onFailed }: ActionOptions<Input, Output>) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: run,
    // A request without a connection fails at once, so that the user sees it.
    networkMode: 'always',
    onSuccess: (output, input) => onDone?.(output, input),
    onError: onFailed,
    // Also after an error: the request may have arrived.
    onSettled: () => {
      for (const name of changes) void queries.invalidateQueries({ queryKey: [name] });
    },
  });
  return {
    start: mutation.mutate,
    isRunning: mutation.isPending,
    result: mutation.data,
    error: mutation.error,
    reset: mutation.reset,
  };
}
