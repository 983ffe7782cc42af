/**
 * Prepares a file for moddle: removes white space around `=` of attributes and around ids. XML allows the former, and
 * parsers remove the latter (an ID is a token); moddle would lose the attribute or element. Everything else stays
 * unchanged.
 */
export function tidyFile(xml: string): string {
  return xml.replaceAll(skipped, (found) => (/^<[\p{L}_]/u.test(found) ? tidyTag(found) : found))
}

/** What is in comments, CDATA and instructions is text; the rest are tags. */
const skipped =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<[\p{L}_/](?:[^<>"']|"[^"]*"|'[^']*')*>/gu

const attribute = /(?<![^\s=<"'])([^\s=<"']+)(\s*=\s*)("[^"]*"|'[^']*')/g

function tidyTag(tag: string): string {
  return tag.replaceAll(attribute, (_, name: string, _sign: string, value: string) => {
    const isToken = name === 'id' || /Ref$|^(bpmnElement|default)$/.test(name)
    return `${name}=${isToken ? value.charAt(0) + value.slice(1, -1).trim() + value.charAt(0) : value}`
  })
}
