/** What preflight found out about the account. Only `refused` prevents a deploy. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'refused';
  readonly text: string;
  /** What the operator does about it. */
  readonly todo?: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string, todo: string): Finding => ({ level: 'warning', text, todo });
export const refused = (text: string, todo: string): Finding => ({ level: 'refused', text, todo });

/** Runs a check that asks AWS. What AWS refuses to answer is a warning, because it prevents no deploy. */
export async function asked(what: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    // Only errors of the services have metadata.
    if (!(error instanceof Error && '$metadata' in error)) throw error;
    const todo = 'Allow your credentials to read it, and run preflight again.';
    return warning(`${what}: unknown (${error.name}: ${error.message})`, todo);
  }
}

export const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;
