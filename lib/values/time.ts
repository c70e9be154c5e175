import * as z from 'zod';

/**
 * Seconds since 1970, the unit of DynamoDB's TTL. A TTL in milliseconds would mean the year 55,000 and never expire.
 */
export type EpochSeconds = number & z.BRAND<'EpochSeconds'>;
const EpochSeconds = z.number().int().brand<'EpochSeconds'>();

export const epochSeconds = (at: Date): EpochSeconds => EpochSeconds.parse(Math.floor(at.getTime() / 1000));

export const plusSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

export const plusDays = (at: Date, days: number): Date => plusSeconds(at, days * 24 * 60 * 60);

export const MINUTE = 60;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
