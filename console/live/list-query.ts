type Params = Readonly<Record<string, string>>;

interface Place {
  readonly page: number;
  readonly pageSize: number;
}

/** The parameters of the address with these names, as the API takes them. The API judges their values. */
export const paramsNamed = (names: readonly string[], params: Params): Params =>
  Object.fromEntries(names.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])));

/**
 * The query of a list: the filters and the order of the address, and the page. The address has the names of the API.
 * @param names the parameters of the address that the list takes. A `cursor` among them takes the place of the page.
 */
export function listQuery(names: readonly string[], params: Params, { page, pageSize }: Place): string {
  const taken = paramsNamed(names, params);
  return new URLSearchParams({
    ...taken,
    ...(taken.cursor === undefined && { page: String(page) }),
    pageSize: String(pageSize),
  }).toString();
}
