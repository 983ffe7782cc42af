/**
 * A file as moddle writes it, with carriage returns and tabs as references: moddle leaves them as they are, and whoever
 * reads them next sees line feeds and spaces (XML 1.0, sections 2.11 and 3.3.3). What is in CDATA cannot be kept so.
 */
export function escapeSpaces(xml: string): string {
  if (!/[\r\t]/.test(xml)) return xml
  return xml.replaceAll(/<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|"[^"<]*"|\r/g, (found) =>
    found.startsWith('<!') ? found : found.replaceAll('\r', '&#13;').replaceAll('\t', '&#9;'),
  )
}
