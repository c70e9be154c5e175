/** Has the browser save the data as a file. */
export function saveAs(data: Blob, name: string): void {
  const url = URL.createObjectURL(data);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // A browser that still reads the address keeps the data.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
