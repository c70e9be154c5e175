/** The header by which a caller may repeat a request that creates a record. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
