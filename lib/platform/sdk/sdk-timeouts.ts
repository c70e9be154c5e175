/** AWS answers a connection from the same region within milliseconds. */
const CONNECTION_MS = 1_000;
/** The services that a function asks answer within a second, a full page of the table included. */
const REQUEST_MS = 3_000;

/**
 * The time-outs of a client of the AWS SDK, which has none by itself. While Lambda freezes a process, its open
 * connections may die. A request on such a connection would wait until the time-out of the function. After these
 * time-outs, the client repeats the request on a new connection.
 * @param requestMs how long a request may take until its answer begins, and how long its connection may be silent.
 */
export const sdkTimeouts = (requestMs = REQUEST_MS) => ({
  requestHandler: {
    connectionTimeout: CONNECTION_MS,
    requestTimeout: requestMs,
    // Otherwise the SDK would only log a warning.
    throwOnRequestTimeout: true,
    socketTimeout: requestMs,
  },
});
