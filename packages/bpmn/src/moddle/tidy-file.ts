/**
 * A file as moddle can read it: nothing is between an attribute, its `=` and its value, and ids have no space around
 * them. XML allows the one, and readers of XML take away the other (an ID is a token); moddle would lose the attribute,
 * or the element. All else stays as it is written.
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
