/** How a destination answered an attempt. */
export interface Answered {
  readonly ok: boolean;
  /** An earlier attempt under the same permit succeeded. The release reports the last answer only. */
  readonly afterSuccess?: boolean;
  readonly error: string | null;
  /** From the request to the whole answer, or to the end of the wait for it. */
  readonly durationMs: number;
  readonly at: Date;
  /** For a person who reads the item: the key does not name the host. */
  readonly host: string;
}
