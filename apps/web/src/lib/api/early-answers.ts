/** Answers that `public/early.js` asked for before the program was there, by address. */
declare global {
  interface Window {
    millraceEarly?: Record<string, Promise<Response>>
  }
}

/** Reads what nobody has picked up: an answer that is not read to its end holds its connection. */
export function dropEarlyAnswers(): void {
  const early = window.millraceEarly ?? {}
  delete window.millraceEarly
  for (const asked of Object.values(early)) asked.then((response) => response.text()).catch(() => undefined)
}

/** An early answer counts as one of now for so long, in ms. */
const freshness = 15_000

/**
 * The answer to a call that reads, when it was asked for early and came well: once, and only soon after the start. What
 * was refused is asked for again, because the session may only have to be refreshed.
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
