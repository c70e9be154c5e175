import type { Series } from './stats-series.ts';

/** Cloudscape's colours of status, which differ in light and dark. A test finds the names that an update changes. */
export const COLOURS: Readonly<Record<NonNullable<Series['tone']>, string>> = {
  critical: 'var(--color-charts-status-critical-dflvgi)',
  medium: 'var(--color-charts-status-medium-7uzmxu)',
  info: 'var(--color-charts-status-info-u1d8gu)',
  positive: 'var(--color-charts-status-positive-bijtpy)',
  neutral: 'var(--color-charts-status-neutral-l402tz)',
};
