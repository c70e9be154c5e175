type Params = Readonly<Record<string, string>>;

interface Place {
  readonly page: number;
  readonly pageSize: number;
}

/**
 * The query of a list: the filters and the order of the address, and the page. The address has the names of the API,
 * and the API judges the values.
 * @param names the parameters of the address that the list takes.
 */
export function listQuery(names: readonly string[], params: Params, { page, pageSize }: Place): string {
  const filters = names.flatMap((name): [string, string][] => {
    const value = params[name];
    return value === undefined ? [] : [[name, value]];
  });
  return new URLSearchParams([...filters, ['page', String(page)], ['pageSize', String(pageSize)]]).toString();
}
