/** What a person chooses for a table once, and keeps on the device. */
const NAMES = ['pageSize', 'columns'] as const;

type Params = Readonly<Record<string, string>>;
type Store = Pick<Storage, 'getItem' | 'setItem'>;

const keyOf = (path: string): string => `table ${path}`;

/** The settings of the table of a page. Anything can stand in a storage, so only texts of known names count. */
export function keptSettings(store: Store, path: string): Params {
  try {
    const kept: Readonly<Record<string, unknown>> = Object(JSON.parse(store.getItem(keyOf(path)) ?? '{}'));
    return Object.fromEntries(
      NAMES.flatMap((name) => {
        const value = kept[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
  } catch {
    return {};
  }
}

/** Keeps the settings among changes of the address. */
export function keepSettings(store: Store, path: string, changes: Readonly<Record<string, unknown>>): void {
  const chosen = NAMES.flatMap((name) => (typeof changes[name] === 'string' ? [[name, changes[name]]] : []));
  if (chosen.length === 0) return;
  store.setItem(keyOf(path), JSON.stringify({ ...keptSettings(store, path), ...Object.fromEntries(chosen) }));
}
