/** Filters of the list of alerts that a person saved under a name. */
export interface SavedView {
  readonly name: string;
  /** The filters, as the API and the address name them. */
  readonly filters: Readonly<Record<string, string>>;
}

export const MOST_VIEWS = 10;
export const MOST_NAME = 40;
/** Longer than any value that the API takes for a filter. */
const MOST_VALUE = 200;

/**
 * The saved views that a text of the storage holds. Anything can stand in a storage, so only views within the bounds
 * count, and of them only the filters that the list has.
 * @param names the filters of the list.
 */
export function viewsIn(text: string | null, names: readonly string[]): readonly SavedView[] {
  const views = new Map<string, SavedView>();
  for (const item of itemsIn(text)) {
    const { name, filters }: Readonly<Record<string, unknown>> = Object(item);
    const known = filtersIn(filters, names);
    if (typeof name !== 'string' || name.trim() === '' || [...name].length > MOST_NAME || views.has(name)) continue;
    if (Object.keys(known).length > 0) views.set(name, { name, filters: known });
  }
  return [...views.values()].slice(0, MOST_VIEWS);
}

function itemsIn(text: string | null): readonly unknown[] {
  try {
    const items: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(items) ? items : [];
  } catch {
    return [];
  }
}

function filtersIn(kept: unknown, names: readonly string[]): Readonly<Record<string, string>> {
  const filters: Readonly<Record<string, unknown>> = Object(kept);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(filters, name) ? filters[name] : undefined;
      return typeof value === 'string' && value !== '' && value.length <= MOST_VALUE ? [[name, value]] : [];
    }),
  );
}
