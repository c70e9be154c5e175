import Button from '@cloudscape-design/components/button';
import { useEffect, useState } from 'react';

/**
 * The items that the user selected, on all pages of a list. Other filters make another list, which begins without a
 * selection: nobody acts on items out of sight.
 * @param filters the parameters of the address that filter the list.
 */
export function useSelection<T>(filters: readonly string[], params: Readonly<Record<string, string>>) {
  const [selected, select] = useState<readonly T[]>([]);
  const filtered = filters.map((name) => params[name] ?? '').join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the filters is what counts
  useEffect(() => select([]), [filtered]);
  const count = selected.length;
  const clear = () => select([]);
  const clearButton =
    count === 0 ? null : <Button onClick={clear}>Clear the selection of {count.toLocaleString()}</Button>;
  return { selected, select, clear, clearButton };
}
