/** The name of the file in a header `Content-Disposition`. */
export const nameIn = (disposition: string | null): string =>
  /filename="([\w.-]{1,100})"/.exec(disposition ?? '')?.[1] ?? 'transactions.csv';

/** Has the browser save the data as a file. */
export function saveAs(data: Blob, name: string): void {
  const url = URL.createObjectURL(data);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // A browser that still reads the address keeps the data.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
