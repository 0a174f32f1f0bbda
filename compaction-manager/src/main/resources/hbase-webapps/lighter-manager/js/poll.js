// Polls the manager, more slowly while it does not answer.
const INTERVAL_MS = 2000;
const MAX_INTERVAL_MS = 30000;
const TIMEOUT_MS = 8000;

/** A missing or unusable answer of the manager; any other failure is a bug of this page. */
export class ApiError extends Error {}

/** JSON of the API, or an {@link ApiError}; on a standby, redirects to the leader's page. */
export async function api(path, options = {}) {
  try {
    return await ask(path, options);
  } catch (error) {
    throw new ApiError(error.message, { cause: error });
  }
}

async function ask(path, options) {
  const response = await fetch(`api/v1${path}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { Accept: 'application/json' },
    ...options,
  });
  if (response.type === 'opaqueredirect') {
    location.reload();
    throw new Error('another manager leads');
  }
  const json = await response.json();
  if (!response.ok) throw new Error(json.error ?? `HTTP ${response.status}`);
  return json;
}

/**
 * Calls `look` every two seconds, less often while it fails, and at once when the page is shown
 * again. Calls `report(null)` after a success, and `report({since, error, retryMs})` after a
 * failure. `since` starts again when failures change between those of manager and page.
 */
export function poll(look, report) {
  let failures = 0;
  let since = 0;
  let ofManager = false;
  let timer = 0;
  let running = false;
  const run = async () => {
    clearTimeout(timer);
    if (running || document.hidden) return;
    running = true;
    let wait = INTERVAL_MS;
    try {
      await look();
      failures = 0;
      report(null);
    } catch (error) {
      if (failures === 0 || ofManager !== error instanceof ApiError) since = Date.now();
      ofManager = error instanceof ApiError;
      wait = Math.min(MAX_INTERVAL_MS, INTERVAL_MS * 2 ** failures);
      failures++;
      report({ since, error, retryMs: wait });
    }
    running = false;
    timer = setTimeout(run, wait);
  };
  document.addEventListener('visibilitychange', run);
  run();
  return run;
}
