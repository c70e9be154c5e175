import type { SelectProps } from '@cloudscape-design/components/select';
import { problemText } from './problem-advice.ts';

/** A list of choices that the page reads, such as the answer of `useWallets`. */
export interface ChoiceSource {
  readonly isLoaded: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

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
