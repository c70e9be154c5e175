import * as z from 'zod';

const HealthStatus = z.enum(['ok', 'failing']);

/** How one part of the stage is. */
export const HealthCheck = z
  .object({
    name: z.string().describe('`table`, a queue, a secret, or a chain'),
    status: HealthStatus,
    ms: z.number().int().describe('How long the check took'),
    detail: z.string(),
  })
  .meta({ id: 'HealthCheck' });
export type HealthCheck = z.output<typeof HealthCheck>;

export const Health = z
  .object({
    status: HealthStatus.describe('failing: a check is failing. Always ok without `deep`'),
    stage: z.string(),
    version: z.string(),
    checks: z.array(HealthCheck).optional().describe('Only with `deep`'),
  })
  .meta({ id: 'Health' });

export const HealthQuery = z.strictObject({
  deep: z.enum(['true', 'false']).optional().describe('`true` checks each part of the stage, and needs an admin key'),
});

/** The event of the function that checks the parts: the SHA-256 of the API key that asks. */
export const CheckRequest = z.strictObject({ sha256: z.string() });
export type CheckRequest = z.output<typeof CheckRequest>;

/** The answer of this function. */
export const CheckAnswer = z.union([
  z.strictObject({ checks: z.array(HealthCheck) }),
  z.strictObject({ refused: z.enum(['unauthorized', 'organisation_suspended', 'forbidden']) }),
  z.strictObject({ refused: z.literal('rate_limited'), seconds: z.number() }),
]);
export type CheckAnswer = z.output<typeof CheckAnswer>;
