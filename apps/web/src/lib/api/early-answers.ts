/** Answers that `public/early.js` asked for before the program was there, by address. */
declare global {
  interface Window {
    millraceEarly?: Record<string, Promise<Response>>
  }
}

/** Reads and discards early answers that no call has used, because an unread answer occupies its connection. */
export function dropEarlyAnswers(): void {
  const early = window.millraceEarly ?? {}
  delete window.millraceEarly
  for (const asked of Object.values(early)) asked.then((response) => response.text()).catch(() => undefined)
}

/** An early answer counts as one of now for so long, in ms. */
const freshness = 15_000

/**
 * Returns the answer to a call that was requested early, if it was a success. Each answer is returned once, and only
 * shortly after the start. Refused calls are made again, because the session may only have to be refreshed.
 */
export async function takeEarlyAnswer(url: string): Promise<Response | null> {
  const early = window.millraceEarly
  const asked = early?.[url]
  if (early === undefined || asked === undefined) return null
  delete early[url]
  if (performance.now() > freshness) return null
  const response = await asked.catch(() => null)
  if (response?.ok === true) return response
  // Unread, it would hold its connection.
  await response?.body?.cancel()
  return null
}
