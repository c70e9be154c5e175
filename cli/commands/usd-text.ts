import type { components } from '../../sdk/index.ts';

/** The value in USD, or why there is none. */
export const usdText = ({
  valueUsd,
  valueStatus,
}: Pick<components['schemas']['Transaction'], 'valueUsd' | 'valueStatus'>): string => valueUsd ?? valueStatus;
