/**
 * Returns a time of day as people type it (`9:30`, `09.30`, `0930`), seconds left out, as `hh:mm`; null when it is
 * none.
 */
export function readClock(text: string): string | null {
  const parts = /^(\d{1,2})[:.](\d{2})(?::\d{2}(?:\.\d{1,9})?)?$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text)
  const [, hour = '99', minute = '99'] = parts ?? []
  return Number(hour) > 23 || Number(minute) > 59 ? null : `${hour.padStart(2, '0')}:${minute}`
}
