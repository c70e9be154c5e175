import type { components } from '../../../sdk/index.ts';

type Refusal = components['schemas']['ReplayAnswer']['failed'][number];

const REASONS: Partial<Readonly<Record<Refusal['code'], string>>> = {
  conflict: 'Not finished yet, so there is nothing to replay.',
  not_found: 'No such delivery. It may be deleted.',
  rate_limited: 'Too many requests. Try again in a minute.',
  unavailable: 'The service was busy. Try again.',
};

/** Why a delivery was not replayed, and what to do. */
export const refusalText = ({ code }: Refusal): string =>
  REASONS[code] ?? `The service refused this (${code}). Try again.`;
