/** The name of the file in a header `Content-Disposition`. */
export const nameIn = (disposition: string | null): string =>
  /filename="([\w.-]{1,100})"/.exec(disposition ?? '')?.[1] ?? 'transactions.csv';
