/** A mention as it is in a message. */
const mention = /@\[([^\]\s]{1,255})\]/g

/** Writes the mention of a user in a message. */
export function writeMention(username: string): string {
  return `@[${username}]`
}

/** Lists the usernames in the mentions of a message, without duplicates. */
export function mentionsIn(message: string): string[] {
  return [...new Set([...message.matchAll(mention)].map(([, username = '']) => username))]
}

/** Splits a message into texts and mentions, in order. */
export function splitMentions(message: string): ({ readonly text: string } | { readonly username: string })[] {
  const parts: ({ readonly text: string } | { readonly username: string })[] = []
  let end = 0
  for (const found of message.matchAll(mention)) {
    if (found.index > end) parts.push({ text: message.slice(end, found.index) })
    parts.push({ username: found[1] ?? '' })
    end = found.index + found[0].length
  }
  if (end < message.length) parts.push({ text: message.slice(end) })
  return parts
}
