/** How a destination answered an attempt. */
export interface Answered {
  readonly ok: boolean;
  /** An earlier attempt under the same permit succeeded. The release reports the last answer only. */
  readonly afterSuccess?: boolean;
  readonly error: string | null;
  readonly at: Date;
  /** For a person who reads the item: the key does not name the host. */
  readonly host: string;
}
