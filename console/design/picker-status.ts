import type { SelectProps } from '@cloudscape-design/components/select';
import { problemText } from './problem-advice.ts';

/** The state of a list that the page reads, such as the answer of `useWallets`. */
export interface ChoiceSource {
  readonly isLoaded: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Two lists that the page needs together. */
export const bothSources = (one: ChoiceSource, other: ChoiceSource): ChoiceSource => ({
  isLoaded: one.isLoaded && other.isLoaded,
  error: one.error ?? other.error,
  retry: () => {
    one.retry();
    other.retry();
  },
});

/** What a picker says while its choices are read, and after they could not be read. The user can try again there. */
export function pickerStatus({ isLoaded, error, retry }: ChoiceSource) {
  const statusType: 'finished' | 'loading' | 'error' = isLoaded ? 'finished' : error === null ? 'loading' : 'error';
  return {
    statusType,
    loadingText: 'Loading',
    errorText: `The choices could not be read. ${problemText(error).heading}.`,
    recoveryText: 'Try again',
    onLoadItems: ({ detail }: { readonly detail: SelectProps.LoadItemsDetail }) => {
      if (detail.samePage) retry();
    },
  };
}
