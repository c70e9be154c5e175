/** The whole seconds of a header `Retry-After`; undefined without a number. The service sends no date. */
export const secondsIn = (header: string | null): number | undefined =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
