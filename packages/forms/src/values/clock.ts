/**
 * Returns a time of day that a user typed (`9:30`, `09.30`, `0930`) as `hh:mm`, without seconds; null when the text is
 * not a time.
 */
export function readClock(text: string): string | null {
  const parts = /^(\d{1,2})[:.](\d{2})(?::\d{2}(?:\.\d{1,9})?)?$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text)
  const [, hour = '99', minute = '99'] = parts ?? []
  return Number(hour) > 23 || Number(minute) > 59 ? null : `${hour.padStart(2, '0')}:${minute}`
}
