/** Returns browser and system of a User-Agent header: `Firefox on Linux`. Null when neither is known. */
export function presentDevice(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [find(browsers), find(systems)].filter((name) => name !== undefined).join(' on ') || null
}

/** Most browsers also bear the names of others: the most particular first. */
const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Version\/[\d.]{1,20} (?:Mobile\/\w{1,20} )?Safari\//, 'Safari'],
  [/curl\//, 'curl'],
] as const

const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const
