/**
 * Reads lines of text, a portion of some megabytes at a time. A line may be longer than that. Each byte is looked at once.
 *
 * @param chunks UTF-8; the last line may lack its end.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let parts: Buffer[] = []
  let lines: string[] = []
  let size = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      parts.push(chunk.subarray(from, end))
      const line = Buffer.concat(parts).toString()
      if (line !== '') lines.push(line)
      parts = []
      size += line.length
      from = end + 1
      if (size < maxPortion && lines.length < maxLines) continue
      yield lines
      lines = []
      size = 0
    }
    if (from < chunk.length) parts.push(Buffer.from(chunk.subarray(from)))
  }
  const rest = Buffer.concat(parts).toString()
  if (rest !== '') lines.push(rest)
  if (lines.length > 0) yield lines
}

const newline = 0x0a
const maxPortion = 4_000_000
const maxLines = 500
