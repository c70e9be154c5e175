/** The parameters of a request that the client may repeat while the service is busy, and that creates once. */
export const newKey = () => ({ header: { 'Idempotency-Key': crypto.randomUUID() } });
