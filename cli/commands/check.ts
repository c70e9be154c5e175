/** What `doctor` looked at, and what it found. */
export interface Check {
  readonly check: string;
  readonly result: 'ok' | 'failed';
  readonly found: string;
  /** Null when there is nothing to do. */
  readonly todo: string | null;
}

export const ok = (check: string, found: string): Check => ({ check, result: 'ok', found, todo: null });
export const failed = (check: string, found: string, todo: string): Check => ({ check, result: 'failed', found, todo });
