import { useEffect } from 'react';

/** Takes the focus when a dialog opens. The dialog gives it to its button "Close", at the end of the same effects. */
export function TakeFocus({ take }: { readonly take: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the opening is what counts
  useEffect(() => queueMicrotask(take), []);
  return null;
}
