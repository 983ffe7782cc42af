/**
 * Escapes carriage returns and tabs in XML that moddle has written, because parsers would read them as line feeds and
 * spaces (XML 1.0, sections 2.11 and 3.3.3). Those in CDATA cannot be preserved.
 */
export function escapeSpaces(xml: string): string {
  if (!/[\r\t]/.test(xml)) return xml
  return xml.replaceAll(/<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|"[^"<]*"|\r/g, (found) =>
    found.startsWith('<!') ? found : found.replaceAll('\r', '&#13;').replaceAll('\t', '&#9;'),
  )
}
